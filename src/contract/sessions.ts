import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { text, timestamp, uuid } from './fields.ts'
import { limits, planNames } from './limits.ts'
import { ownSettings } from './own-settings.ts'
import { roles } from './roles.ts'

export const email = text(limits.email).pipe(z.email('must be a valid e-mail address'))

/** Never trimmed: a password may begin or end with a space. */
export const password = z
  .string()
  .min(limits.passwordMinimum, `must be at least ${limits.passwordMinimum} characters`)
  .max(limits.passwordMaximum)
  .refine((value) => !value.includes('\0'), 'must not contain the character U+0000')

const signUpBody = z.object({
  organization: text(limits.organizationName),
  name: text(limits.personName),
  email,
  password,
})

const signInBody = z.object({
  email: text(limits.email),
  password: z.string().min(1, 'is required').max(limits.passwordMaximum),
  /** A code of the authenticator app, or a recovery code. Needed after the answer 401 `two_factor_required`. */
  code: text(limits.twoFactorCode).optional(),
})

/** A user who is a member of only one organization may leave `organization` out. */
const createSessionTokenBody = z.object({ organization: uuid.optional() })

export const session = z.object({
  user: z.object({ id: uuid, name: z.string(), email: z.string() }),
  organizations: z.array(
    z.object({
      ...{ id: uuid, name: z.string(), plan: z.enum(planNames), role: z.enum(roles) },
      responders_teach: z.boolean(),
      /** Only on the first organization of the installation, to its owners: they see the state of the server. */
      runs_server: z.literal(true).optional(),
    }),
  ),
})

export const sessionEndpoints = defineEndpoints({
  getSetup: {
    summary: 'Whether this server still waits for its first owner',
    data: z.object({ needs_setup: z.boolean() }),
  },
  getStart: {
    summary: 'What the dashboard begins with: who is signed in, if anybody is',
    data: z.object({
      needs_setup: z.boolean(),
      session: session.nullable(),
      /** Id of each organization's latest event, by organization id; a stream opened later can begin after it. */
      event_marks: z.record(uuid, z.string()),
      /** The user's own settings in each of their organizations, by organization id. */
      own_settings: z.record(uuid, ownSettings),
      /** Whether this server can mail a link with which somebody who has forgotten their password chooses another. */
      sends_mail: z.boolean(),
    }),
  },
  setUp: {
    summary: 'Create the first owner and organization, and sign in',
    body: signUpBody,
    data: session,
    errors: ['already_set_up'],
  },
  signUp: {
    summary: 'Create another owner with an organization, and sign in',
    body: signUpBody,
    data: session,
    errors: ['sign_up_closed'],
  },
  signIn: {
    summary: 'Sign in',
    body: signInBody,
    data: session,
    errors: ['invalid_credentials', 'two_factor_required', 'rate_limit_exceeded'],
  },
  getSession: { summary: 'Who is signed in', data: session },
  signOut: { summary: 'Sign out' },
  createSessionToken: {
    summary: 'A bearer token for the public API and one organization, good for 15 minutes',
    body: createSessionTokenBody,
    data: z.object({ token: z.string(), expires_at: timestamp }),
    secrets: ['token'],
  },
  listSessions: {
    summary: 'Where one is signed in, the latest used first',
    data: z.array(
      z.object({
        id: uuid,
        user_agent: z.string().nullable(),
        created_at: timestamp,
        /** When the session was last used. It is noted once in 24 hours, so it may be up to that much too early. */
        last_used_at: timestamp,
        is_current: z.boolean(),
      }),
    ),
  },
  endSession: { summary: 'Sign out elsewhere' },
})
