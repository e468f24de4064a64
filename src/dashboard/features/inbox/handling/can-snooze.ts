import type { Line } from '../list/lines.ts'

/** Whether the conversation can be snoozed: it must be open, and answered by people rather than the AI. */
export const canSnooze = ({ status, response_mode }: Line): boolean => status === 'open' && response_mode === 'human'
