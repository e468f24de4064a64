import { useState } from 'react'
import { isApiError } from '#dashboard/api/api-error.ts'

/**
 * Whether the form for signing in asks for a code: once the server has asked for one, until `leave` is called because
 * another person is to sign in.
 * @param error The error of the last attempt.
 */
export function useSecondFactor(error: unknown): { isWanted: boolean; leave: () => void } {
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && isApiError(error, 'two_factor_required')) setWanted(true)
  return { isWanted, leave: () => setWanted(false) }
}
