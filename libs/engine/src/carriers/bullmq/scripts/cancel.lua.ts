/** Ends a running turn as cancelled. Replies 1, or 0 where it was over or unknown. */
export const CANCEL = `
if redis.call('HGET', turn, 'status') ~= 'running' then return 0 end
finish(protocol_end('cancelled'))
return 1
`;
