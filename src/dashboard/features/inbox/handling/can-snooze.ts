import type { Line } from '../list/lines.ts'

/** Only what people answer can be put off. */
export const canSnooze = ({ status, response_mode }: Line): boolean => status === 'open' && response_mode === 'human'
