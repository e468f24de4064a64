import { z } from 'zod'
import { availabilities } from './enums.ts'
import { limits } from './limits.ts'

const notifications = z.object({
  /** Notify when a visitor begins to wait, unless a colleague is assigned. The browser must permit it too. */
  desktop: z.boolean(),
  /** Whether the dashboard plays a sound on the same occasions. */
  sound: z.boolean(),
  /** Minutes of working time after which a visitor's wait is reported by e-mail if the member is away; null: never. */
  mail_after_minutes: z.int().min(1).max(limits.mailAfterMinutes).nullable(),
})

export const ownSettings = z.object({ availability: z.enum(availabilities), notifications })

export const ownSettingsBody = z.object({
  availability: z.enum(availabilities).optional(),
  notifications: notifications.partial().optional(),
})
