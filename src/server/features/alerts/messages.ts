import type { Message } from '../../adapters/mail/compose.ts'

interface About {
  to: string
  name: string
  agentName: string
  /** The page of the dashboard that shows what the mail is about. */
  url: string
}

interface Wait {
  minutes: number
  /** Whether the conversation is the recipient's. */
  isTheirs: boolean
  /** What happened so far, in numbers; null if there is nothing to say. */
  brief: string | null
  settingsUrl: string
}

/** These mails contain no visitor's name and no text, as erased data would remain in a mailbox. */

export function visitorWaits(
  { to, name, agentName, url }: About,
  { minutes, isTheirs, brief, settingsUrl }: Wait,
): Message {
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const whose = isTheirs ? 'The conversation is yours.' : 'Nobody has taken the conversation yet.'
  return {
    to,
    subject: `A visitor of ${agentName} has been waiting for ${time}`,
    paragraphs: [
      `Hello ${name},`,
      `a visitor of ${agentName} has been waiting for a person for ${time}. ${whose}`,
      ...(brief === null ? [] : [brief]),
    ],
    link: { label: 'Open the conversation', url },
    notes: [
      'You get one mail for each wait, while you are away.',
      `After how long, or never, is your choice: ${settingsUrl}`,
    ],
  }
}

export function mentioned({ to, name, agentName, url }: About, authorName: string): Message {
  return {
    to,
    subject: `${authorName} mentioned you in a note`,
    paragraphs: [`Hello ${name},`, `${authorName} mentioned you in a note on a conversation of ${agentName}.`],
    link: { label: 'Open the conversation', url },
  }
}

export function checksBroke({ to, name, agentName, url }: About, broke: number): Message {
  const checks = broke === 1 ? 'a check that passed before fails' : `${broke} checks that passed before fail`
  return {
    to,
    subject: `${broke === 1 ? 'A check' : `${broke} checks`} of ${agentName} no longer ${broke === 1 ? 'passes' : 'pass'}`,
    paragraphs: [`Hello ${name},`, `${agentName} answers otherwise than it did: ${checks} now.`],
    link: { label: 'See what broke', url },
  }
}
