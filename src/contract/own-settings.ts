import { z } from 'zod'
import { availabilities, notificationChannels, notificationKinds } from './enums.ts'
import { limits } from './limits.ts'
import { clockTime, timeZone } from './working-hours.ts'

const wish = z.record(z.enum(notificationChannels), z.boolean())

const notifications = z.object({
  /** Whether the browser shows a notification when a visitor begins to wait; also to be found at `kinds.waiting.desktop`. */
  desktop: z.boolean(),
  /** Whether the dashboard plays a sound when a visitor begins to wait; also to be found at `kinds.waiting.sound`. */
  sound: z.boolean(),
  /**
   * Minutes of working time after which a visitor's wait is reported by e-mail if the member is away; null: never, which
   * is the same as `kinds.waiting.mail: false`.
   */
  mail_after_minutes: z.int().min(1).max(limits.mailAfterMinutes).nullable(),
  /** How the member is told of each kind. `desktop` needs the browser's permission; `push` also its subscription. */
  kinds: z.record(z.enum(notificationKinds), wish),
  /** While the member is away, nothing is shown on the desktop, played or pushed. */
  only_while_available: z.boolean(),
  /** Hours in which nothing is shown on the desktop, played or pushed; the same day ends if `to` is after `from`. */
  quiet_hours: z.object({ from: clockTime, to: clockTime }).nullable(),
  /** The zone of the member's browser as last told, whose clocks the quiet hours mean. */
  time_zone: timeZone,
  /** Whether what is pushed quotes the visitor or the note. */
  push_excerpts: z.boolean(),
})

export const ownSettings = z.object({ availability: z.enum(availabilities), notifications })

export const ownSettingsBody = z.object({
  availability: z.enum(availabilities).optional(),
  notifications: notifications
    .extend({
      kinds: z.partialRecord(z.enum(notificationKinds), z.partialRecord(z.enum(notificationChannels), z.boolean())),
    })
    .partial()
    .optional(),
})
