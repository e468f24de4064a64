import { useRef } from 'react'

/**
 * Derives a field's value from another one until it is edited by hand; a value that is not empty counts as edited.
 * @returns a function of the field's present value and the derived one that returns the value to use
 */
export function useFollowing(initial: string): (present: string, made: string) => string {
  const last = useRef(initial === '' ? '' : undefined)
  return (present, made) => {
    if (present !== last.current) return present
    last.current = made
    return made
  }
}
