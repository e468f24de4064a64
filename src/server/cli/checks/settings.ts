import { misspeltSettings } from '../../settings/config.ts'
import { type Check, wrong } from './check.ts'

/** Names each variable that looks like one of ours, misspelt; no finding without one. */
export const checkSettings: Check = async () =>
  misspeltSettings().map((sentence) => wrong('settings', sentence, 'Set the one that is meant, and unset this one.'))
