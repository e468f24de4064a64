import type { NotificationChannel, NotificationKind } from '#contract/enums.ts'
import type { Data, Input } from '#contract/index.ts'
import { isQuiet } from '#contract/quiet-hours.ts'
import type { Row, RowChanges } from '../../db/rows.ts'

type Told = Data<'getOwnMember'>['notifications']
type Changes = NonNullable<Input<'updateOwnMember'>['body']['notifications']>
type Wish = Record<NotificationChannel, boolean>

/** What a member has chosen, as a membership's row keeps it in JSON: only what differs from what is so at first. */
interface StoredWishes extends Partial<Omit<Told, 'desktop' | 'sound' | 'mail_after_minutes' | 'kinds'>> {
  kinds?: Partial<Record<NotificationKind, Partial<Wish>>>
}

type WishesRow = Pick<Row<'memberships'>, 'notification_wishes' | 'mail_after_minutes'>

const MAIL_AFTER_MINUTES = 5 // after which a wait is mailed to who wants such mails and has not said when

const wish = (...channels: NotificationChannel[]): Wish => ({
  list: channels.includes('list'),
  desktop: channels.includes('desktop'),
  sound: channels.includes('sound'),
  mail: channels.includes('mail'),
  push: channels.includes('push'),
})

const atFirst: Omit<Told, 'desktop' | 'sound' | 'mail_after_minutes'> = {
  kinds: {
    mention: wish('list', 'desktop', 'mail', 'push'),
    assigned: wish('list', 'desktop', 'push'),
    visitor_wrote: wish('list', 'desktop', 'push'),
    waiting: wish('list', 'push'),
    note: wish('list'),
    check_broke: wish('list', 'mail'),
    plan_waiting: wish('list'),
    account_failing: wish('list', 'mail'),
    alarm: wish('list', 'mail', 'push'),
  },
  only_while_available: false,
  quiet_hours: null,
  time_zone: 'UTC',
  push_excerpts: false,
}

/** What a member is told of and how, as their membership says. */
export function wishesOf({ notification_wishes, mail_after_minutes }: WishesRow): Told {
  const { kinds: stored = {}, ...rest } = JSON.parse(notification_wishes) as StoredWishes
  const kinds = Object.fromEntries(
    Object.entries(atFirst.kinds).map(([kind, wishes]) => [kind, { ...wishes, ...stored[kind as NotificationKind] }]),
  ) as Told['kinds']
  kinds.waiting.mail = mail_after_minutes !== null
  return {
    ...{ ...atFirst, ...rest },
    ...{ kinds, mail_after_minutes },
    ...{ desktop: kinds.waiting.desktop, sound: kinds.waiting.sound },
  }
}

/** The columns of a membership after its member has changed some of their wishes. */
export function changeWishes(row: WishesRow, changes: Changes): RowChanges<'memberships'> {
  const { desktop, sound, mail_after_minutes, kinds = {}, ...rest } = changes
  const stored = JSON.parse(row.notification_wishes) as StoredWishes
  const wanted: StoredWishes['kinds'] = { ...stored.kinds }
  for (const [kind, wishes] of Object.entries(kinds) as [NotificationKind, Partial<Wish>][])
    wanted[kind] = { ...wanted[kind], ...wishes }
  const { mail, ...waiting } = {
    ...wanted.waiting,
    ...(desktop !== undefined && { desktop }),
    ...(sound !== undefined && { sound }),
  }
  wanted.waiting = waiting
  const minutes = mail === true ? (row.mail_after_minutes ?? MAIL_AFTER_MINUTES) : mail === false ? null : undefined
  const after = mail_after_minutes === undefined ? minutes : mail_after_minutes
  return {
    notification_wishes: JSON.stringify({ ...stored, ...rest, kinds: wanted }),
    ...(after !== undefined && { mail_after_minutes: after }),
  }
}

/** Whether what makes itself heard is held back now: the member is away and wants it then, or it is their quiet time. */
export function isHeldBack(wishes: Told, { availability }: Pick<Row<'memberships'>, 'availability'>, now: number) {
  const isAway = wishes.only_while_available && availability === 'away'
  return isAway || isQuiet(wishes.quiet_hours, wishes.time_zone, now)
}
