import type { Data } from '#contract/index.ts'

type ChatUser = Data<'getConversation'>['chat_user']

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** What to call a visitor: name, e-mail address, the id the site gave; an anonymous one by the end of theirs. */
export function visitorName({ name, email, id }: ChatUser): string {
  return name?.trim() || email?.trim() || (UUID.test(id) ? `Visitor ${id.slice(-4)}` : id)
}
