import Sparkles from 'lucide-react/icons/sparkles'
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { CharacterCount } from '#dashboard/components/form-field.tsx'
import { holdKeys } from '#dashboard/lib/held-keys.ts'
import { late } from '#dashboard/lib/late.tsx'
import { coveringPage, isTyping, useShortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { trimmedLength } from '#dashboard/lib/trimmed-length.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { peopleSince, type ThreadMessages } from '../thread/messages.ts'
import type { ConversationIds } from '../thread/query.ts'
import { chosenMail, isSendable, typedFrom } from './addresses.ts'
import { notePlace } from './drafts.ts'
import { editedNote } from './edited-note.ts'
import { OthersReplied } from './others-replied.tsx'
import { isStuck, type Outgoing } from './outbox.ts'
import { type Known, unfilledIn } from './placeholders.ts'
import { ReplyField, showFirst } from './reply-field.tsx'
import { AttachButton, ReplyFiles, takingFiles } from './reply-files.tsx'
import { ReplyHint } from './reply-hint.tsx'
import { ReplyOrNote } from './reply-or-note.tsx'
import { SendButton } from './send-button.tsx'
import { StuckReply } from './stuck-reply.tsx'
import { UnsentReply } from './unsent-reply.tsx'
import { keepRest, restOf } from './unsent-rest.ts'
import { useDraft } from './use-draft.ts'
import { useOutbox } from './use-outbox.ts'
import { useReplyFiles } from './use-reply-files.ts'
import { useSuggestion } from './use-suggestion.ts'

interface ComposerProps {
  ids: ConversationIds
  thread: ThreadMessages
  outgoing: readonly Outgoing[]
  visitor: string
  /** Values for the placeholders of saved replies. */
  known: Omit<Known, 'member.name'>
  /** Whether the AI answers the conversation, so that sending a reply takes it over. */
  isAiTurn: boolean
  /** Why one can't reply. It replaces the field, unless that is in use or a reply is stuck. */
  notice: ReactNode
  /** Whether the agent is disabled, so that the server would refuse a reply. */
  isDisabled: boolean
  field: RefObject<HTMLTextAreaElement | null>
}

// Loaded when the first note is written.
const NoteField = late(() => import('./note-field.tsx'), 'NoteField')

// Loaded with the first suggestion.
const Suggestion = late(() => import('./suggestion.tsx'), 'Suggestion')
const TaughtNotice = late(() => import('./taught-notice.tsx'), 'TaughtNotice')

// Loaded with the first conversation by mail.
const MailTo = late(() => import('./mail-to.tsx'), 'MailTo')
const PendingMails = late(() => import('./pending-mails.tsx'), 'PendingMails')

/** The field for a reply or a note. A reply is stored until it is sent, once there is a connection. */
export function Composer(props: ComposerProps) {
  const { ids, thread, outgoing, visitor, known, isAiTurn, notice, isDisabled, field } = props
  const draft = useDraft(ids.conversationId, thread.total)
  const outbox = useOutbox()
  const [hasFocus, setHasFocus] = useState(false)
  const hintId = useId()
  const length = useMemo(() => trimmedLength(draft.text), [draft.text])
  const isTooLong = length > limits.messageContent
  const unfilled = useMemo(() => unfilledIn(draft.text), [draft.text])
  const others = draft.text.trim() === '' ? [] : peopleSince(thread, draft.base)
  const held = outgoing.filter(isStuck)
  const [writesNote, setWritesNote] = useState(false)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const noted = useStore(editedNote)
  const edited = noted?.conversationId === ids.conversationId ? noted : undefined
  const isNote = writesNote || edited !== undefined
  const [rest] = useState(() => restOf(ids.conversationId))
  const [mail, setMail] = useState(rest.mail)
  const isMailable = thread.mail?.can_send || thread.mail?.why === 'no_recipient'
  const isAddressed = mail ? isSendable(mail) : thread.mail?.why !== 'no_recipient'
  const most = isMailable ? limits.mailFiles : limits.filesPerMessage
  const { files, isTooMany, add: addFiles, restore, clear, remove } = useReplyFiles(most, rest.files)
  const uploaded = files.flatMap((file) => file.uploaded ?? [])
  useEffect(() => {
    keepRest(ids.conversationId, { mail, files: files.flatMap((file) => file.uploaded ?? []) })
  }, [ids.conversationId, mail, files])
  const hasAllFiles = uploaded.length === files.length && files.length <= most
  const isEmpty = length === 0 && (uploaded.length === 0 || isMailable)
  const isShown = !notice || hasFocus || draft.text !== '' || held.length > 0 || isNote

  const suggested = useSuggestion(ids, thread)
  /** The suggestion that is being changed in the field. */
  const [changed, setChanged] = useState<NonNullable<ThreadMessages['suggestion']>>()
  const [taught, setTaught] = useState<string>()
  const shown = isAiTurn || isNote || changed?.id === thread.suggestion?.id ? null : thread.suggestion
  const mayAsk = !isAiTurn && !isNote && !isDisabled && thread.suggestion === null && thread.pending.length === 0

  const send = (closes = false, from = changed) => {
    const content = (from === changed ? draft.text : (from?.content ?? '')).trim()
    if (isDisabled || !isAddressed) return
    // A suggestion that is sent as it is leaves alone what stands in the field.
    const isWritten = from === changed
    if (isWritten && (isEmpty || isTooLong || !hasAllFiles)) return
    if (isWritten && unfilled.length > 0) return showFirst(field, unfilled)
    setTaught(from && content !== from.content.trim() ? content : undefined)
    const chosen = isMailable && { mail: mail ? chosenMail(mail, thread.mail?.subject ?? '') : {} }
    outbox.add({
      ...ids,
      content,
      base: draft.base,
      ...(closes && { closes }),
      ...chosen,
      ...(isWritten && uploaded.length > 0 && { files: uploaded }),
      ...(from && { suggestionId: from.id }),
    })
    if (isWritten) {
      draft.clear()
      clear()
    }
    setChanged(undefined)
    suggested.forget()
    setMail(undefined)
    // The button is disabled now and would lose the focus, so move it to the field.
    field.current?.focus()
  }
  const goToEnd = () => {
    field.current?.focus()
    field.current?.setSelectionRange(draft.text.length, draft.text.length)
  }
  // False until the composer is mounted: replies that are stuck before then were not sent just now.
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
  }, [])
  /** Whether a stuck reply may take the focus: just sent, nothing else being written, nothing over the page. */
  const mayTakeFocus = () => {
    const focused = document.activeElement
    const isWriting = focused === field.current ? field.current?.value !== '' : isTyping(focused)
    return isThere.current && !isWriting && !coveringPage()
  }
  const toReply = () => {
    setWritesNote(false)
    editedNote.set(undefined)
    // The field exists only after React has rendered it.
    requestAnimationFrame(goToEnd)
  }
  const writeNote = () => {
    setWritesNote(true)
    // Until the note's field is rendered, its keys are held; the field then releases them.
    if (noteField.current) noteField.current.focus()
    else holdKeys(notePlace(ids.conversationId), { isField: true })
  }
  useShortcut('r', 'Reply', isNote ? toReply : goToEnd, { enabled: isShown })
  useShortcut('n', 'Write a note', writeNote)
  const sendable = { whileTyping: field, enabled: !isNote && !isDisabled }
  useShortcut('mod+enter', isAiTurn ? 'Take over and send' : 'Send the reply', () => send(), sendable)
  useShortcut('mod+shift+enter', 'Send and close', () => send(true), sendable)

  useShortcut('mod+s', 'Suggest a reply', suggested.ask, { ...sendable, enabled: mayAsk })

  const write = (...parts: string[]) => {
    draft.write(parts.filter((part) => part.trim()).join('\n\n'))
    field.current?.focus()
  }
  const goOn = ({ key, mail: chosen, files: known }: Outgoing) => {
    if (known) restore(known)
    if (chosen?.to) setMail(typedFrom(chosen, thread.mail?.subject ?? ''))
    write(outbox.take(key), draft.text)
    draft.acknowledge(thread.total)
  }
  const takeBack = ({ content, attachments, ...typed }: Data<'takeBackEmail'>) => {
    const typedMail = typedFrom(typed, thread.mail?.subject ?? '')
    restore(attachments)
    setMail(typedMail)
    setWritesNote(false)
    // One may have left this conversation before the mail was taken back.
    keepRest(ids.conversationId, { mail: typedMail, files: [...attachments, ...uploaded] })
    write(content, draft.text)
  }

  const body = isShown && (
    <section
      aria-label="Reply"
      data-reply={isNote ? 'note' : ''}
      {...takingFiles(isNote ? undefined : addFiles)}
      className="shrink-0 border-line border-t bg-surface px-4 py-3 sm:px-6"
    >
      <div className="mx-auto flex max-w-4xl flex-col gap-2">
        {held.map((item) => (
          <StuckReply
            key={item.key}
            item={item}
            onSend={isDisabled ? undefined : () => outbox.release(item.key)}
            onEdit={() => goOn(item)}
            onDiscard={() => {
              outbox.take(item.key)
              field.current?.focus()
            }}
            mayTakeFocus={mayTakeFocus}
          />
        ))}
        {thread.mail && !isNote && <MailTo mail={thread.mail} thread={thread} typed={mail} onType={setMail} />}
        {!isAiTurn && <UnsentReply ids={ids} thread={thread} onUse={(content) => write(draft.text, content)} />}
        {shown && (
          <Suggestion
            ids={ids}
            suggestion={shown}
            onSend={isDisabled || !isAddressed ? undefined : () => send(false, shown)}
            onChange={() => {
              setChanged(shown)
              write(draft.text, shown.content)
            }}
          />
        )}
        {taught && <TaughtNotice {...{ ids, thread, visitor }} content={taught} onDone={() => setTaught(undefined)} />}
        {suggested.error && <ErrorNotice error={suggested.error} act="Nothing is suggested" />}
        {others.length > 0 && <OthersReplied others={others} onRead={() => draft.acknowledge(thread.total)} />}
        <ReplyOrNote isNote={isNote} onReply={toReply} onNote={writeNote} />
        {isNote ? (
          <NoteField key={edited?.id} ids={ids} edited={edited} field={noteField} onDone={toReply} />
        ) : (
          <>
            <ReplyHint id={hintId} {...{ isAiTurn, isDisabled }} isClosed={Boolean(notice)} />
            {(files.length > 0 || isTooMany) && (
              <ReplyFiles
                {...{ files, isTooMany, most }}
                onRemove={(file) => {
                  remove(file)
                  field.current?.focus()
                }}
              />
            )}
            <ReplyField
              text={draft.text}
              onWrite={draft.write}
              unfilled={unfilled}
              known={known}
              visitor={visitor}
              hintId={hintId}
              isTooLong={isTooLong}
              field={field}
              onFocus={setHasFocus}
            >
              <AttachButton
                onChoose={(chosen) => {
                  addFiles(chosen)
                  field.current?.focus()
                }}
              />
              {mayAsk && (
                <IconButton
                  icon={Sparkles}
                  label={suggested.isPending ? 'The AI is writing a suggestion' : 'Suggest a reply'}
                  keys="mod+s"
                  pending={suggested.isPending}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={suggested.ask}
                />
              )}
              <span className="flex-1" />
              {length > 0 && <CharacterCount value={draft.text} limit={limits.messageContent} />}
              <SendButton
                isAiTurn={isAiTurn}
                disabled={isEmpty || !hasAllFiles || isTooLong || isDisabled || !isAddressed || unfilled.length > 0}
                onSend={() => send()}
              />
            </ReplyField>
          </>
        )}
      </div>
    </section>
  )
  return (
    <>
      {thread.pending.length > 0 && <PendingMails ids={ids} thread={thread} onTakenBack={takeBack} />}
      {notice}
      {notice && !isShown && (
        <div className="flex shrink-0 justify-end bg-canvas px-4 pb-3 sm:px-6">
          <Button size="sm" variant="ghost" onClick={writeNote}>
            Write a note
          </Button>
        </div>
      )}
      {body}
    </>
  )
}
