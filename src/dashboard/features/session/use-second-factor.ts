import { useState } from 'react'
import { isApiError } from '#dashboard/api/api-error.ts'

/**
 * Whether a sign-in waits for a code: from the moment the server asks for one, until another person is to sign in.
 * @param error What the last attempt was refused with.
 */
export function useSecondFactor(error: unknown): { isWanted: boolean; leave: () => void } {
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && isApiError(error, 'two_factor_required')) setWanted(true)
  return { isWanted, leave: () => setWanted(false) }
}
