import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { text } from './fields.ts'
import { limits } from './limits.ts'
import { email, password, session } from './sessions.ts'

/** A password typed to prove who one is. It is only compared, so the minimum length of new ones does not apply. */
const knownPassword = z.string().min(1, 'is required').max(limits.passwordMaximum)
const token = z.string().min(1, 'is required').max(200)

/** Only the fields to change are sent. Changing the password or the e-mail address requires `current_password`. */
const updateAccountBody = z
  .object({
    name: text(limits.personName).optional(),
    email: email.optional(),
    password: password.optional(),
    current_password: knownPassword.optional(),
  })
  .superRefine((body, context) => {
    if (body.current_password !== undefined || (body.email === undefined && body.password === undefined)) return
    context.addIssue({ code: 'custom', path: ['current_password'], message: 'is required', input: undefined })
  })

export const changePasswordBody = z.object({ password, current_password: knownPassword })
export const changeEmailBody = z.object({ email, current_password: knownPassword })
export const changeNameBody = z.object({ name: text(limits.personName) })
const usePasswordResetBody = z.object({ token, password })

export const accountEndpoints = defineEndpoints({
  updateAccount: {
    summary: "Change one's name, address or password; the latter two end all other sessions",
    body: updateAccountBody,
    data: session,
    errors: ['rate_limit_exceeded'],
  },
  confirmEmail: {
    summary: 'Make a new address count, with the token that was mailed to it',
    body: z.object({ token }),
    errors: ['resource_not_found'],
  },
  getTwoFactor: {
    summary: 'Whether signing in takes a second factor',
    data: z.object({ is_on: z.boolean(), recovery_codes_left: z.int() }),
  },
  startTwoFactor: {
    summary: 'A new secret for an authenticator; it counts once a code of it has been confirmed',
    body: z.object({ password: knownPassword }),
    data: z.object({
      secret: z.string().meta({ description: '160 bits in base32' }),
      uri: z.string().meta({ description: 'otpauth://totp/…, as a QR code shows it' }),
    }),
    secrets: ['secret', 'uri'],
    errors: ['rate_limit_exceeded'],
  },
  confirmTwoFactor: {
    summary: 'Turn two-factor on, with a code of the new secret',
    body: z.object({ code: text(limits.twoFactorCode) }),
    data: z.object({ recovery_codes: z.array(z.string()) }),
    secrets: ['recovery_codes'],
    errors: ['rate_limit_exceeded'],
  },
  endTwoFactor: {
    summary: 'Turn two-factor off',
    body: z.object({ password: knownPassword }),
    errors: ['rate_limit_exceeded'],
  },
  requestPasswordReset: {
    summary: 'Mail a link for a new password, if there is such an account',
    body: z.object({ email: text(limits.email) }),
    data: z.object({}),
    errors: ['rate_limit_exceeded'],
  },
  usePasswordReset: {
    summary: 'Choose another password, with the token of a link; it ends all sessions',
    body: usePasswordResetBody,
    errors: ['resource_not_found'],
  },
})
