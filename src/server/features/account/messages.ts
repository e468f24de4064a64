import type { Message } from '../../adapters/mail/compose.ts'

interface About {
  to: string
  /** The name of the person whose account it is. */
  name: string
  /** The public URL of this server. */
  baseUrl: string
}

export function resetPassword({ to, name, baseUrl, url }: About & { url: string }): Message {
  return {
    to,
    subject: 'Choose another password',
    paragraphs: [`Hello ${name},`, `somebody, probably you, has forgotten the password of your account at ${baseUrl}.`],
    link: { label: 'Choose another password', url },
    notes: [
      'The link works once, within an hour, and only the newest one does.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }
}

export function confirmAddress({ to, name, baseUrl, url }: About & { url: string }): Message {
  return {
    to,
    subject: 'Confirm your new e-mail address',
    paragraphs: [`Hello ${name},`, `from now on you want to sign in at ${baseUrl} with this address.`],
    link: { label: 'Confirm this address', url },
    notes: [
      'The link works once, within a day. Until then your old address counts.',
      'If it was not you, do nothing: nothing changes.',
    ],
  }
}

export function addressChanged({ to, name, email, baseUrl }: About & { email: string }): Message {
  return {
    to,
    subject: 'Your e-mail address has been changed',
    paragraphs: [
      `Hello ${name},`,
      `the address of your account at ${baseUrl} is now ${email}. This one no longer signs in.`,
      'If it was not you, tell whoever runs this server: they can give you the account back.',
    ],
  }
}
