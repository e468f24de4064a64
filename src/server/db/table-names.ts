import { kept } from './kept-of-visitors.ts'
import type { Tables } from './tables.ts'

/** The names of all tables in `Tables`; each one comes after those it refers to. */
export const tableNames = Object.keys(kept) as (keyof Tables)[]
