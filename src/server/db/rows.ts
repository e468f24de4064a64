import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables } from './tables.ts'

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
export type RowChanges<Table extends keyof Tables> = Updateable<Tables[Table]>

export type TableWithId = { [Name in keyof Tables]: Tables[Name] extends { id: string } ? Name : never }[keyof Tables]
