import type { CompiledQuery } from 'kysely'
import type { Db } from './tables.ts'

/** Whom a query can be asked of. */
export interface Queryable {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ rows: Row[] }>
}

const lanes = new WeakMap<Db, Queryable>()

/** Has what is answered at once be asked of `lane` instead of `db`. For the platform, where it can go together. */
export function sendShortQueries(db: Db, lane: Queryable): void {
  lanes.set(db, lane)
}

/** Whom to ask what is answered at once. */
export function forShortQueries(db: Db): Queryable {
  return lanes.get(db) ?? db
}
