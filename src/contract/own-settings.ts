import { z } from 'zod'
import { availabilities } from './enums.ts'
import { limits } from './limits.ts'

const notifications = z.object({
  /** Whether the dashboard shows a notification when a visitor begins to wait, where the browser permits it. */
  desktop: z.boolean(),
  /** Whether the dashboard plays a sound then. */
  sound: z.boolean(),
  /** After how many minutes of working time a wait is told by mail, while one is away; null: never. */
  mail_after_minutes: z.int().min(1).max(limits.mailAfterMinutes).nullable(),
})

/** What a member settles for themselves in an organization. */
export const ownSettings = z.object({ availability: z.enum(availabilities), notifications })

export const ownSettingsBody = z.object({
  availability: z.enum(availabilities).optional(),
  notifications: notifications.partial().optional(),
})
