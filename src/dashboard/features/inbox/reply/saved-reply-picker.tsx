import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useImperativeHandle, useMemo } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useSession } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { findSavedReplies } from './find-saved-replies.ts'
import { fillIn, type Known } from './placeholders.ts'
import { overField, SuggestionList, useSuggestions } from './suggestions.tsx'

export interface PickerKeys {
  /** @returns whether the key was for the list */
  onKey: (event: KeyboardEvent) => boolean
}

interface SavedReplyPickerProps {
  id: string
  words: string
  known: Omit<Known, 'member.name'>
  keys: RefObject<PickerKeys | null>
  /** Receives the id of the chosen item's element, which the field names as its active descendant. */
  onActive: (id: string | undefined) => void
  onPick: (content: string) => void
}

/** Lists the saved replies that contain the written words, each as it would read in this conversation. */
export function SavedReplyPicker({ id, words, known, keys, onActive, onPick }: SavedReplyPickerProps) {
  const { user } = useSession()
  const { data, error, refetch } = api.listSavedReplies.useQuery()
  const found = useMemo(() => findSavedReplies(data ?? [], words), [data, words])
  const said = ({ content }: { content: string }) => fillIn(content, { ...known, 'member.name': user.name })
  const suggestions = useSuggestions({ id, items: found, soughtBy: words, onPick: (reply) => onPick(said(reply)) })
  const { activeId, onKey } = suggestions
  useImperativeHandle(keys, () => ({ onKey }), [onKey])
  useEffect(() => onActive(activeId), [onActive, activeId])
  useEffect(() => () => onActive(undefined), [onActive])

  if (found.length > 0)
    return (
      <SuggestionList
        suggestions={suggestions}
        label="Saved replies"
        className={place}
        itemClass="flex flex-col py-1.5"
        keyOf={(reply) => reply.id}
      >
        {(reply) => (
          <>
            <span className="truncate font-medium" dir="auto">
              {reply.title}
            </span>
            <span className="truncate text-muted" dir="auto">
              {said(reply)}
            </span>
          </>
        )}
      </SuggestionList>
    )
  if (error && !data)
    return (
      <Instead>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Instead>
    )
  if (!data)
    return (
      <div role="status" aria-label="Loading the saved replies" className={cn(place, 'flex flex-col gap-2 p-3')}>
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-full" />
      </div>
    )
  return (
    <Instead>
      {data.length > 0 ? (
        <p className="break-words text-muted">No saved reply contains “{words.trim()}”.</p>
      ) : (
        <p className="text-muted">
          No saved replies yet.{' '}
          <Link to="/settings/saved-replies" className="text-ink underline">
            Write the first one
          </Link>
        </p>
      )}
    </Instead>
  )
}

const place = cn(overField, 'max-h-72 w-full max-w-xl')

/** A text in place of an empty list. Pressing it leaves the focus in the field. */
function Instead({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={cn(place, 'px-3 py-2 text-sm')} onMouseDown={(event) => event.preventDefault()}>
      {children}
    </div>
  )
}
