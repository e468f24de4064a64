import type { ListedMail } from '../../adapters/mail/imap/imap-account.ts'
import type { Row } from '../../db/rows.ts'

const DAY_MS = 86_400_000
/** How far back mail is looked for, by date, when its numbers no longer say which is new. */
const BACK_MS = 2 * DAY_MS
const RETRY_SECONDS = [5, 30, 120, 600]
const MOST_REFUSALS = 3
const HOUR_MS = 3_600_000

/** How far a folder is fetched. */
export type Cursor = Pick<
  Row<'mail_fetches'>,
  'uid_validity' | 'uid' | 'old_uid' | 'old_since' | 'began_at' | 'last_at'
>

/**
 * Where fetching goes on in a folder that has just been opened: at first with the next mail to come, unless older mail is
 * imported; in a folder whose mails have other numbers now, by the date of the last one.
 * @returns null if it goes on where it was
 */
export function cursorIn(
  known: Cursor,
  folder: { uidValidity: number; uidNext: number },
  { now, importDays }: { now: number; importDays: number | null },
): Cursor | null {
  if (known.uid_validity === folder.uidValidity) return null
  const last = folder.uidNext - 1
  const { began_at } = known
  const imported = (importDays ?? 0) * DAY_MS
  const isFirst = began_at === null
  const since = isFirst ? now - imported : Math.max(known.last_at - BACK_MS, began_at - imported)
  return {
    uid_validity: folder.uidValidity,
    uid: isFirst && importDays === null ? last : 0,
    old_uid: last,
    old_since: since,
    began_at: began_at ?? now,
    last_at: isFirst ? now : known.last_at,
  }
}

/** What becomes of a listed mail: `old` ones come closed, unanswered, `skipped` ones not at all. */
export function sortOf({ uid, at }: ListedMail, cursor: Cursor): 'new' | 'old' | 'skipped' {
  if (uid > cursor.old_uid || at === null) return 'new'
  if (at < cursor.old_since) return 'skipped'
  return at < (cursor.began_at ?? 0) ? 'old' : 'new'
}

/**
 * Milliseconds until the next attempt to connect: more and more, and hours where the login is refused time and again, as
 * providers lock accounts for that.
 * @param failures attempts that failed in a row, at least one; `refusals` those of them for a refused login
 */
export const waitAfter = (failures: number, refusals: number): number =>
  refusals >= MOST_REFUSALS ? HOUR_MS : RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length) - 1]! * 1_000
