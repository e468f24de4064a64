import type { Data } from '#contract/index.ts'

type ChatUser = Data<'getConversation'>['chat_user']

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** Name, e-mail address or the id given by the website; anonymous visitors are told apart by its end. */
export function visitorName({ name, email, id }: ChatUser): string {
  return name?.trim() || email?.trim() || (UUID.test(id) ? `Visitor ${id.slice(-4)}` : id)
}
