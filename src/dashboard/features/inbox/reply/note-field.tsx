import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { CharacterCount } from '#dashboard/components/form-field.tsx'
import { isComposed } from '#dashboard/lib/composing.ts'
import { releaseKeys } from '#dashboard/lib/shortcuts.ts'
import { createStore } from '#dashboard/lib/store.ts'
import { trimmedLength } from '#dashboard/lib/trimmed-length.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Kbd } from '#dashboard/ui/kbd.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { replaceEntry, toEntry } from '../thread/messages.ts'
import { focusOpenThread } from '../thread/open-thread.ts'
import { type ConversationIds, changeThread, paramsOf } from '../thread/query.ts'
import { notePlace, readDraft, writeDraft } from './drafts.ts'
import { type EditedNote, editedNote } from './edited-note.ts'
import { completed, labelOf, mentionAt, mentionedIn, type Person } from './mentions.ts'
import { overField, SuggestionList, useSuggestions } from './suggestions.tsx'
import { useDraft } from './use-draft.ts'

interface NoteFieldProps {
  ids: ConversationIds
  /** The note that is being changed; undefined for a new one. */
  edited: EditedNote | undefined
  field: RefObject<HTMLTextAreaElement | null>
  onDone: () => void
}

const nobody: readonly Person[] = []

/** The note that was saved last, for its field, which may have been left and opened again since it was sent. */
const saved = createStore({ place: '', content: '' })

/** The field for a note, which only the team sees. `@` completes the names of members, and so mentions them. */
export function NoteField({ ids, edited, field, onDone }: NoteFieldProps) {
  const place = notePlace(ids.conversationId) + (edited ? ` ${edited.id}` : '')
  const draft = useDraft(place, 0)
  const [changed, setChanged] = useState(draft.text || edited?.content || '')
  const client = useQueryClient()
  const members = api.listMembers.useQuery().data ?? []
  const [caret, setCaret] = useState(0)
  const hintId = useId()
  const listId = useId()
  const text = edited ? changed : draft.text
  const picked = useRef(edited?.mentions ?? [])
  const latest = useRef(text)
  latest.current = text
  const write = (text: string) => {
    setChanged(text)
    draft.write(text === edited?.content ? '' : text)
  }
  const length = trimmedLength(text)
  const isTooLong = length > limits.noteContent
  const leave = () => {
    editedNote.set(undefined)
    onDone()
  }
  const cancel = () => {
    draft.clear()
    leave()
  }
  // This field may be gone by then, and another one may show the draft. What was written meanwhile is kept.
  const onSuccess = (_: unknown, { body: { content = '' } }: { body: { content?: string } }) => {
    if (readDraft(place)?.text.trim() === content) writeDraft(place, undefined)
    saved.set({ place, content })
  }
  useEffect(() =>
    saved.subscribe(() => {
      if (saved.get().place !== place || saved.get().content !== latest.current.trim()) return
      draft.clear()
      leave()
    }),
  )
  const mutationKey = ['note', place]
  const isPending = useIsMutating({ mutationKey }) > 0
  const create = api.createNote.useMutation({ mutationKey, onSuccess })
  const update = api.updateNote.useMutation({
    mutationKey,
    onSuccess: (note, variables) => {
      changeThread(client, ids, (known) => replaceEntry(known, toEntry(note)))
      onSuccess(note, variables)
    },
  })
  const { error } = edited ? update : create
  const [closedAt, setClosedAt] = useState<number>()
  const found = mentionAt(text, caret, members)
  const mention = found?.start === closedAt ? undefined : found

  // biome-ignore lint/correctness/useExhaustiveDependencies: writing begins at the end of the note's text, once
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
    releaseKeys(notePlace(ids.conversationId))
  }, [])

  const save = () => {
    const content = text.trim()
    if (content === '' || isTooLong || isPending) return
    const body = { content, mentions: mentionedIn(content, members, picked.current) }
    if (edited) update.mutate({ params: { ...paramsOf(ids), note: edited.id }, body })
    else create.mutate({ params: paramsOf(ids), body })
  }
  const complete = (person: Person) => {
    if (!mention) return
    const next = completed(text, mention.start, caret, person)
    write(next.text)
    picked.current = [...picked.current, person.user_id]
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
      setCaret(next.caret)
    })
  }
  const people = mention?.people ?? nobody
  const soughtBy = mention ? text.slice(mention.start, caret) : ''
  const suggestions = useSuggestions({ id: listId, items: people, soughtBy, onPick: complete })
  const moveTo = (at: number, text: string) => {
    setCaret(at)
    if (mentionAt(text, at, members)?.start !== closedAt) setClosedAt(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event.nativeEvent)) return
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save()
    else if (suggestions.onKey(event)) {
      // The open list of names has handled the key.
    } else if (event.key === 'Escape') {
      if (mention) setClosedAt(mention.start)
      else if (edited) leave()
      else focusOpenThread()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <p id={hintId} className="text-sm text-warning">
        Only your team sees this. Write @ to mention somebody.
      </p>
      <div className="relative">
        {mention && (
          <SuggestionList
            suggestions={suggestions}
            label="Members"
            className={`${overField} max-h-48 w-64`}
            itemClass="truncate"
            keyOf={({ user_id }) => user_id}
          >
            {(person) => labelOf(person, members)}
          </SuggestionList>
        )}
        <Textarea
          ref={field}
          rows={2}
          value={text}
          onChange={(event) => {
            write(event.target.value)
            moveTo(event.target.selectionStart, event.target.value)
          }}
          onSelect={({ currentTarget }) => moveTo(currentTarget.selectionStart, currentTarget.value)}
          onKeyDown={onKeyDown}
          aria-label={edited ? 'Your note' : 'Note for the team'}
          aria-describedby={hintId}
          aria-invalid={isTooLong || undefined}
          aria-autocomplete="list"
          {...(mention && { 'aria-controls': listId, 'aria-activedescendant': suggestions.activeId })}
          placeholder="Note for the team"
          className="field-sizing-content max-h-60 min-h-14 resize-none bg-warning-soft"
        />
      </div>
      {error && <ErrorNotice error={error} onRetry={save} />}
      <div className="flex items-center gap-3">
        <span className="flex-1" />
        {length > 0 && <CharacterCount value={text} limit={limits.noteContent} />}
        {edited && <Button onClick={cancel}>Cancel</Button>}
        <Button
          variant="primary"
          onMouseDown={(event) => event.preventDefault()}
          onClick={save}
          disabled={length === 0 || isTooLong}
          pending={isPending}
          aria-keyshortcuts="Meta+Enter Control+Enter"
        >
          {edited ? 'Save the note' : 'Add the note'}
          <span aria-hidden className="ml-1 max-lg:hidden">
            <Kbd keys="mod+enter" tone="inverse" />
          </span>
        </Button>
      </div>
    </>
  )
}
