import { z } from 'zod'
import type { MessageAction } from '#contract/actions.ts'
import type { WidgetLocale } from '#contract/widget-enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { canSend, selectAnyMailbox } from '../mailboxes/index.ts'

/** The slug of the form, which belongs to no action of the agent: its id is the agent's. */
const SLUG = 'answer-by-mail'

const words: Record<WidgetLocale, { name: string; label: string }> = {
  en: { name: 'If you leave this page, we write to you', label: 'E-mail address' },
  de: { name: 'Wenn Sie die Seite verlassen, schreiben wir Ihnen', label: 'E-Mail-Adresse' },
  fr: { name: 'Si vous quittez cette page, nous vous écrivons', label: 'Adresse e-mail' },
  es: { name: 'Si sale de esta página, le escribimos', label: 'Correo electrónico' },
  it: { name: 'Se lascia questa pagina, Le scriviamo', label: 'Indirizzo e-mail' },
  pt: { name: 'Se sair desta página, escrevemos-lhe', label: 'Endereço de e-mail' },
  nl: { name: 'Als u deze pagina verlaat, schrijven we u', label: 'E-mailadres' },
  pl: { name: 'Jeśli opuścisz tę stronę, napiszemy do Ciebie', label: 'Adres e-mail' },
  tr: { name: 'Bu sayfadan ayrılırsanız size yazarız', label: 'E-posta adresi' },
  uk: { name: 'Якщо ви залишите сторінку, ми вам напишемо', label: 'Адреса е-пошти' },
  ru: { name: 'Если вы уйдёте со страницы, мы вам напишем', label: 'Адрес эл. почты' },
  ar: { name: 'إذا غادرت هذه الصفحة فسنراسلك', label: 'البريد الإلكتروني' },
  he: { name: 'אם תעזבו את הדף, נכתוב לכם', label: 'כתובת מייל' },
  ja: { name: 'ページを離れた場合は、メールでお答えします', label: 'メールアドレス' },
  zh: { name: '如果您离开此页面，我们会发邮件给您', label: '邮箱地址' },
}

type Asking = Pick<Row<'agents'>, 'id' | 'continuity_mailbox_id'>

/**
 * The form that asks a visitor who waits for a person for an address. Null where no mail could be sent to it, as no
 * mailbox writes to the agent's visitors or it can't send, and where an address is known.
 */
export async function addressForm(
  deps: Pick<Dependencies, 'config'>,
  db: Db,
  { id, continuity_mailbox_id: mailboxId }: Asking,
  visitor: Pick<Row<'visitors'>, 'email'> | undefined,
  language: WidgetLocale,
): Promise<MessageAction | null> {
  if (mailboxId === null || !visitor || visitor.email !== null) return null
  const mailbox = await selectAnyMailbox(db, mailboxId)
  if (mailbox?.deleted_at !== null || !canSend(deps, mailbox)) return null
  const { name, label } = words[language]
  const fields: MessageAction['fields'] = [{ name: 'email', label, type: 'email', required: true }]
  return { agent_action_uuid: id, slug: SLUG, name, fields, status: 'pending', result: null }
}

/** Whether a form is that one: an action of the agent may have the same slug, but never the agent's id. */
export const isAddressForm = ({ slug, agent_action_uuid }: MessageAction, agentId: string): boolean =>
  slug === SLUG && agent_action_uuid === agentId

const email = z.email()

/** The address that a visitor filled into that form; undefined for other forms, and for what is no address. */
export function addressIn({ action, action_required: isPending }: Row<'messages'>, result: readonly object[]) {
  const form = action === null ? null : (JSON.parse(action) as MessageAction)
  const given = (Object.assign({}, ...result) as { email?: unknown }).email
  return form?.slug === SLUG && isPending === 1 ? email.safeParse(given).data : undefined
}
