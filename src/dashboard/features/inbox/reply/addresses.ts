import type { ThreadMessages } from '../thread/messages.ts'
import type { ChosenMail } from './outbox.ts'

/** To whom a mail goes, as it stands in the fields: addresses separated by commas, the last of which is being typed. */
export interface TypedMail {
  to: string
  cc: string
  bcc: string
  subject: string
}

type Sent = Omit<ChosenMail, 'subject'> & { subject?: string | null | undefined }

type Mail = NonNullable<ThreadMessages['mail']>

/** Splits a field into whole addresses and what is being typed. */
export function partsOf(field: string): { whole: string[]; rest: string } {
  const parts = field.split(/[,;\s]+/)
  const rest = parts.pop() ?? ''
  return { whole: [...new Set(parts.filter(Boolean))], rest }
}

/** Adds what is typed or pasted to a field. Of `Ana Silva <ana@example.com>` only the address counts. */
export function typedInto(whole: readonly string[], typed: string): string {
  const pasted = /[<>"]/.test(typed) && typed.match(/[^\s<>,;"]+@[^\s<>,;"]+/g)
  return [...whole, pasted ? `${pasted.join(',')},` : typed.trimStart()].join(',')
}

export function addressesIn(field: string): string[] {
  const { whole, rest } = partsOf(field)
  return [...new Set(rest === '' ? whole : [...whole, rest])]
}

export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)

export const fieldOf = (addresses: readonly string[]): string => addresses.map((each) => `${each},`).join('')

/** The fields as the conversation has them. */
export const usualMail = ({ reply, subject }: Mail): TypedMail => ({
  to: fieldOf(reply.to.map(({ address }) => address)),
  cc: fieldOf(reply.cc.map(({ address }) => address)),
  bcc: '',
  subject,
})

/** What is sent of the fields. */
export function chosenMail(typed: TypedMail, subject: string): ChosenMail {
  const own = typed.subject.trim()
  return {
    ...{ to: addressesIn(typed.to), cc: addressesIn(typed.cc), bcc: addressesIn(typed.bcc) },
    ...(own !== '' && own !== subject && { subject: own }),
  }
}

/** The fields as they were when a mail was sent. */
export const typedFrom = ({ to = [], cc = [], bcc = [], subject }: Sent, usual: string): TypedMail => ({
  ...{ to: fieldOf(to), cc: fieldOf(cc), bcc: fieldOf(bcc) },
  subject: subject ?? usual,
})

/** Whether the fields name somebody, and only by addresses. */
export function isSendable({ to, cc, bcc }: TypedMail): boolean {
  const all = [to, cc, bcc].flatMap(addressesIn)
  return addressesIn(to).length > 0 && all.every(isAddress)
}

/** The addresses that took part in what is loaded of a conversation. Others are new to it. */
export function knownIn({ mail, messages }: ThreadMessages): ReadonlySet<string> {
  const mails = messages.flatMap(({ email }) => (email ? [email.from, ...email.to, ...email.cc, ...email.bcc] : []))
  return new Set([...mails, ...(mail?.reply.to ?? []), ...(mail?.reply.cc ?? [])].map(({ address }) => address))
}
