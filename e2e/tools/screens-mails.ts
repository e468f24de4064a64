import { until } from '../api/support/until.ts'
import { must, type Owner } from './client.ts'

const ADDRESS = 'desk@garden.example'

/**
 * Makes a mailbox and four conversations by mail: one in which the AI and a person wrote, whose last mail was refused,
 * one that a machine began, one that another address began by answering a mail of the first, and one of a member.
 * @param server the mail server that takes what is sent
 */
export async function converseByMail(
  url: string,
  owner: Owner,
  agent: string,
  server: {
    url: string
    received: readonly { to: string[]; raw: string }[]
    refuseWith(refusal: { code: number; message: string } | undefined): void
  },
): Promise<{ mail: string; machine: string; linked: string; begun: string }> {
  const { hostname, port, username, password } = new URL(server.url)
  const account = { host: hostname, port: Number(port), security: 'none' as const, user: username }
  const auth = { type: 'password' as const, password: decodeURIComponent(password) }
  const body = {
    ...{ agent_id: agent, name: 'Garden House', address: ADDRESS, incoming: { type: 'http' as const } },
    ...{ outgoing: { ...account, auth }, signature: '{{member.name}}, Garden House', undo_seconds: 30 },
  }
  const params = { organization: owner.organizationId }
  const { inbound_url, id: mailbox_id } = (await must(url, 'createMailbox', { params, body }, owner)).data
  const inbound = new URL(new URL(inbound_url!).pathname, url)
  const arrive = async (text: string, headers: Record<string, string>): Promise<void> => {
    const all = { To: ADDRESS, 'Message-ID': `<${crypto.randomUUID()}@example.com>`, ...headers }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    const answer = await fetch(inbound, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822' },
      body: `${lines.join('\r\n')}\r\n\r\n${text}\r\n`,
    })
    if (answer.status !== 202) throw new Error(await answer.text())
  }
  const find = (visitor: string) =>
    until('the conversation is there', async () => {
      const { data } = await must(url, 'listConversations', { params: { agent }, query: {} }, owner)
      return data.find(({ chat_user }) => chat_user.id === visitor)?.id
    })
  const thread = async (conversation: string) =>
    (await must(url, 'listThread', { params: { agent, conversation }, query: {} }, owner)).data
  const reply = async (conversation: string, content: string) => {
    const seen_position = (await thread(conversation)).last_position!
    await must(url, 'replyToVisitor', { params: { agent, conversation }, body: { content, seen_position } }, owner)
    await until('it was tried', async () => {
      const { delivery } = (await thread(conversation)).items.findLast(({ email }) => email)?.email ?? {}
      return delivery && delivery.status !== 'queued' && delivery.status !== 'sending'
    })
  }
  await arrive('When is breakfast?\r\n\r\nKind regards,\r\nMira', {
    From: 'Mira Holm <mira@example.com>',
    Cc: 'Jon Holm <jon@example.com>',
    Subject: 'Breakfast',
    'Message-ID': '<breakfast@example.com>',
  })
  const mail = await find('mira@example.com')
  await until('the AI has answered', async () => (await thread(mail)).items.length > 1)
  await arrive(
    'Thank you. May we eat on the terrace, too?\r\n\r\nOn Sun, 29 Nov 2026, Garden House wrote:\r\n> From 7:00 to 10:30.',
    {
      From: 'Mira Holm <mira@example.com>',
      Subject: 'Re: Breakfast',
      'In-Reply-To': '<breakfast@example.com>',
    },
  )
  await until('they have answered back', async () => (await thread(mail)).items.length > 2)
  await reply(mail, 'Gladly: **the terrace** is open from eight.')
  server.refuseWith({ code: 550, message: '5.2.2 mailbox full' })
  await reply(mail, 'We have put your names down for Sunday.')
  server.refuseWith(undefined)
  const answered = server.received.find(({ to }) => to.includes('mira@example.com'))!.raw
  await arrive('Will you have a table for three? Mira has passed your mail on to me.', {
    From: 'Kit Vale <kit@example.com>',
    Subject: 'Re: Breakfast',
    'In-Reply-To': /^Message-ID:\s*(<.*>)/im.exec(answered)![1]!,
  })
  const linked = await find('kit@example.com')
  await arrive('I am away until Monday.', {
    From: 'Lea Brandt <lea@example.com>',
    Subject: 'Out of office: Newsletter',
    'Auto-Submitted': 'auto-replied',
  })
  const letter = {
    mailbox_id,
    to: ['sam@example.com'],
    subject: 'Your room',
    content: 'Your room is **ready** from two.',
  }
  const { conversation_id: begun } = (await must(url, 'beginByEmail', { params: { agent }, body: letter }, owner)).data
  return { mail, linked, machine: await find('lea@example.com'), begun }
}
