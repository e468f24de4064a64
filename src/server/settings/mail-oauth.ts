import { z } from 'zod'
import type { MailOauthProvider } from '../adapters/mail/oauth/mail-oauth.ts'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
const name = z.string().regex(/^[a-z][a-z0-9_-]{0,30}$/, 'must be a name in small letters')

/** What is known of companies whose mailboxes are signed in to in this way, so that only the registration is left to say. */
const known: Record<string, Pick<MailOauthProvider, 'authorizeUrl' | 'tokenUrl' | 'scopes' | 'asked'>> = {
  google: {
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scopes: ['https://mail.google.com/'],
    // Without these Google gives a refresh token only to whoever consents for the first time.
    asked: { access_type: 'offline', prompt: 'consent' },
  },
  microsoft: {
    authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    scopes: [
      'https://outlook.office.com/IMAP.AccessAsUser.All',
      'https://outlook.office.com/SMTP.Send',
      'offline_access',
    ],
    asked: { prompt: 'select_account' },
  },
}

const registration = z.strictObject({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  authorize_url: address.optional(),
  token_url: address.optional(),
  scopes: z.array(z.string().min(1)).optional(),
})

/** The registrations in `MAIL_OAUTH`, by the provider's name. Others than Google and Microsoft say their addresses, too. */
export const mailOauthProviders = z.record(name, registration).transform((given, context) => {
  const providers: Record<string, MailOauthProvider> = {}
  for (const [provider, { client_id, client_secret, authorize_url, token_url, scopes }] of Object.entries(given)) {
    const usual = known[provider]
    const authorizeUrl = authorize_url ?? usual?.authorizeUrl
    const tokenUrl = token_url ?? usual?.tokenUrl
    const wanted = scopes ?? usual?.scopes
    if (!authorizeUrl || !tokenUrl || !wanted) {
      const message = `${provider}: authorize_url, token_url and scopes are required`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const asked = usual?.asked ?? {}
    providers[provider] = {
      ...{ clientId: client_id, clientSecret: client_secret },
      ...{ authorizeUrl, tokenUrl, scopes: wanted, asked },
    }
  }
  return providers
})
