import type { MailSecurity } from '#contract/mail-enums.ts'

interface Server {
  host: string
  port: string
  security: MailSecurity
}

/** A company with which people have mailboxes. */
interface Provider {
  name: string
  incoming: Server
  outgoing: Server
  /** What to know of its passwords, in a sentence. */
  password: string
  /** Whether it takes no passwords from other programs. */
  isPasswordless?: boolean
  /** Where an app password is made there. */
  link?: string
  /** Whether it puts what is sent in its folder of sent mail by itself. */
  savesSent?: boolean
}

const tls = (host: string, port: '993' | '465'): Server => ({ host, port, security: 'tls' })
const starttls = (host: string): Server => ({ host, port: '587', security: 'starttls' })

const APP = 'It wants an app password in place of your usual one.'

const known = {
  google: {
    name: 'Gmail or Google Workspace',
    ...{ incoming: tls('imap.gmail.com', '993'), outgoing: tls('smtp.gmail.com', '465') },
    password: 'Google wants an app password: turn on 2-Step Verification, then make one.',
    ...{ link: 'https://myaccount.google.com/apppasswords', savesSent: true },
  },
  microsoft: {
    name: 'Outlook or Microsoft 365',
    ...{ incoming: tls('outlook.office365.com', '993'), outgoing: starttls('smtp.office365.com') },
    password:
      'Microsoft takes no passwords from other programs any more, and this installation is not registered there (MAIL_OAUTH). Have its mail forwarded to another mailbox, or posted here.',
    ...{ savesSent: true, isPasswordless: true },
  },
  yahoo: {
    name: 'Yahoo',
    ...{ incoming: tls('imap.mail.yahoo.com', '993'), outgoing: tls('smtp.mail.yahoo.com', '465') },
    ...{ password: APP, link: 'https://login.yahoo.com/account/security' },
  },
  icloud: {
    name: 'iCloud',
    ...{ incoming: tls('imap.mail.me.com', '993'), outgoing: starttls('smtp.mail.me.com') },
    ...{ password: APP, link: 'https://account.apple.com/account/manage' },
  },
  fastmail: {
    name: 'Fastmail',
    ...{ incoming: tls('imap.fastmail.com', '993'), outgoing: tls('smtp.fastmail.com', '465') },
    ...{ password: APP, link: 'https://app.fastmail.com/settings/security/apps' },
  },
  zoho: {
    name: 'Zoho Mail',
    ...{ incoming: tls('imap.zoho.com', '993'), outgoing: tls('smtp.zoho.com', '465') },
    password: 'It wants IMAP turned on in its settings and, with two-step verification, an app password.',
  },
  gmx: {
    name: 'GMX',
    ...{ incoming: tls('imap.gmx.net', '993'), outgoing: starttls('mail.gmx.net') },
    password: 'Turn on “POP3 & IMAP” in its settings first; with two-step verification it wants an app password.',
  },
  webde: {
    name: 'WEB.DE',
    ...{ incoming: tls('imap.web.de', '993'), outgoing: starttls('smtp.web.de') },
    password: 'Turn on “POP3 & IMAP” in its settings first; with two-step verification it wants an app password.',
  },
} satisfies Record<string, Provider>

export type ProviderName = keyof typeof known | 'other'

/** All that are known, in the order in which they are offered. */
export const providerNames = [...(Object.keys(known) as (keyof typeof known)[]), 'other'] as const

const DOMAINS: readonly (readonly [keyof typeof known, RegExp])[] = [
  ['google', /^(gmail|googlemail)\.com$/],
  ['microsoft', /^((outlook|hotmail|live|msn)\.[a-z.]+|[\w-]+\.onmicrosoft\.com)$/],
  ['yahoo', /^(yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/],
  ['icloud', /^(icloud|me|mac)\.com$/],
  ['fastmail', /^fastmail\.(com|fm|net|org)$/],
  ['zoho', /^(zoho\.(com|eu|in)|zohomail\.(com|eu|in))$/],
  ['gmx', /^gmx\.[a-z.]+$/],
  ['webde', /^web\.de$/],
]

const domainOf = (address: string): string => address.trim().toLowerCase().split('@').at(-1) ?? ''

/** The provider of an address as far as its domain tells it; companies' own domains may be with any. */
export const providerOf = (address: string): ProviderName =>
  DOMAINS.find(([, pattern]) => pattern.test(domainOf(address)))?.[0] ?? 'other'

/** What is known of a provider; of another one, what servers are usually called. */
export function providerNamed(name: ProviderName, address: string): Provider {
  const domain = domainOf(address)
  if (name === 'other')
    return {
      name: 'Another, or your own server',
      ...{ incoming: tls(`imap.${domain}`, '993'), outgoing: tls(`smtp.${domain}`, '465') },
      password: 'Often your usual one; with two-step verification most providers want an app password.',
    }
  const region = /^(zoho|zohomail)\.(eu|in)$/.exec(domain)?.[2]
  if (name === 'zoho' && region)
    return {
      ...known.zoho,
      ...{ incoming: tls(`imap.zoho.${region}`, '993'), outgoing: tls(`smtp.zoho.${region}`, '465') },
    }
  if (name === 'gmx' && domain === 'gmx.com')
    return { ...known.gmx, incoming: tls('imap.gmx.com', '993'), outgoing: starttls('mail.gmx.com') }
  return known[name]
}
