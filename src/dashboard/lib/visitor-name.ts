import type { Data } from '#contract/index.ts'

type ChatUser = Data<'getConversation'>['chat_user']

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/**
 * What to call a visitor: the name, the e-mail address, or the id given by the website. Anonymous visitors are
 * distinguished by the end of their id.
 */
export function visitorName({ name, email, id }: ChatUser): string {
  return name?.trim() || email?.trim() || (UUID.test(id) ? `Visitor ${id.slice(-4)}` : id)
}
