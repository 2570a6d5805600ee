{{- define "quarry.name" -}}
{{- if contains "quarry" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-quarry" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "quarry.selector" -}}
app.kubernetes.io/name: quarry
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "quarry.labels" -}}
{{ include "quarry.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "quarry.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "quarry.secretName" -}}
{{ .Values.secret.existing | default (include "quarry.name" .) }}
{{- end }}

{{- define "quarry.serviceAccountName" -}}
{{ .Values.serviceAccount.name | default (ternary (include "quarry.name" .) "default" .Values.serviceAccount.create) }}
{{- end }}

{{- /* The prefix of BullMQ's keys, as libs/engine makes it of QUARRY_REDIS_PREFIX. */ -}}
{{- define "quarry.queue" -}}
{{ printf "{%s}:%s:wait" (index .root.Values.config "QUARRY_REDIS_PREFIX" | default "quarry:0") .service }}
{{- end }}

{{- define "quarry.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "quarry.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- /* Environment from the secret: keys that must be there, then keys that may. */ -}}
{{- define "quarry.secretEnv" -}}
{{- $secret := include "quarry.secretName" .root -}}
{{ range .needed }}
- name: {{ . }}
  valueFrom:
    secretKeyRef: { name: {{ $secret }}, key: {{ . }} }
{{- end }}
{{- range .possible }}
- name: {{ . }}
  valueFrom:
    secretKeyRef: { name: {{ $secret }}, key: {{ . }}, optional: true }
{{- end }}
{{- end }}

{{- /* What places a pod and who it is, the same for services and indexer. */ -}}
{{- define "quarry.podPlace" -}}
serviceAccountName: {{ include "quarry.serviceAccountName" . }}
automountServiceAccountToken: false
securityContext:
  {{- include "quarry.podSecurity" . | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
