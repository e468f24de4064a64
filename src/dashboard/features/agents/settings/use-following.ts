import { useRef } from 'react'

/**
 * For a value made from another field until it is written by hand: what has one to begin with is never made anew.
 * @returns a function of the present value and the one that would be made: the one to have.
 */
export function useFollowing(initial: string): (present: string, made: string) => string {
  const last = useRef(initial === '' ? '' : undefined)
  return (present, made) => {
    if (present !== last.current) return present
    last.current = made
    return made
  }
}
