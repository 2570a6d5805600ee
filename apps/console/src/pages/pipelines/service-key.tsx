import type { StepDto } from '@quarry/client';
import type { JSX } from 'preact';
import { serviceClass } from './services';
import { t } from '../../language/messages';

/** The legend of colours and services. The boxes contain the names as well. */
export function ServiceKey({ steps }: { readonly steps: readonly StepDto[] }): JSX.Element {
  const services = [...new Set(steps.map(({ service }) => service))].sort();
  return (
    <ul class="service-key" aria-label={t('Services')}>
      {services.map((service) => (
        <li key={service} class={serviceClass(service)}>
          {service}
        </li>
      ))}
    </ul>
  );
}
