import type { Data } from '#contract/index.ts'

export type Here = Data<'tellPresence'>[number] & {
  /** When this was last reported, in milliseconds since 1970. */
  at: number
}

const GONE_AFTER_MS = 25_000 // milliseconds of silence after which somebody counts as gone

/** The people who have reported their presence lately: first those who are writing, each group by name. */
export function present(here: readonly Here[], now: number): Here[] {
  return here
    .filter(({ at }) => at > now - GONE_AFTER_MS)
    .sort((one, other) => Number(other.is_writing) - Number(one.is_writing) || one.name.localeCompare(other.name))
}

/** A sentence about those who write; undefined when nobody does. */
export function writingText(here: readonly Here[]): string | undefined {
  const names = here.filter(({ is_writing }) => is_writing).map(({ name }) => name)
  if (names.length === 0) return undefined
  if (names.length === 1) return `${names[0]} is writing`
  if (names.length === 2) return `${names[0]} and ${names[1]} are writing`
  return `${names[0]} and ${names.length - 1} others are writing`
}

export function hereText(here: readonly Here[]): string {
  const names = here.map(({ name }) => name)
  const last = names.at(-1) ?? ''
  return names.length < 2 ? `${last} is here too` : `${names.slice(0, -1).join(', ')} and ${last} are here too`
}
