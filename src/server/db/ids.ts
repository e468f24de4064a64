import { v7 } from 'uuid'

/** A new row's id: UUID v7, so that sorting by id is sorting by age; it never falls within one process. */
export function newId(): string {
  return v7()
}
