import type { Line } from '../list/lines.ts'

export const canSnooze = ({ status, response_mode }: Line): boolean => status === 'open' && response_mode === 'human'

/** Whether one can still snooze until then: it is a time in the future, or means until the visitor writes. */
export const isAhead = (until: string): boolean => until === 'visitor' || Date.parse(until) > Date.now()
