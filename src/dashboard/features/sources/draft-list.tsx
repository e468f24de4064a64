import { Link } from '@tanstack/react-router'
import PencilLine from 'lucide-react/icons/pencil-line'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { trimmedLength } from '#dashboard/lib/trimmed-length.ts'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'

type Draft = Data<'listDrafts'>[number]

export function DraftList({ agentId }: { agentId: string }) {
  const drafts = api.listDrafts.useQuery({ params: { agent: agentId } })
  if (drafts.error && !drafts.data) return <ErrorNotice error={drafts.error} onRetry={() => void drafts.refetch()} />
  if (!drafts.data?.length) return null
  return (
    <section aria-label="Drafts" className="rounded-lg border border-line border-dashed">
      <h2 className="px-4 pt-2.5 font-medium text-muted text-sm">
        Drafts <span className="font-normal">· the agent doesn’t know these yet</span>
      </h2>
      <ul className="divide-y divide-line">
        {drafts.data.map((draft) => (
          <DraftRow key={draft.id} agentId={agentId} draft={draft} />
        ))}
      </ul>
    </section>
  )
}

function DraftRow({ agentId, draft }: { agentId: string; draft: Draft }) {
  const [asking, setAsking] = useState(false)
  const remove = api.deleteDraft.useMutation()
  return (
    <li className="relative flex items-center gap-2.5 py-1.5 pr-2 pl-4">
      <PencilLine aria-hidden className="size-4 shrink-0 text-muted" />
      <Link
        from="/agents/$agentId/knowledge/sources"
        to="."
        search={(search) => ({ ...search, add: 'text' as const, draft: draft.id })}
        resetScroll={false}
        className="min-w-0 flex-1 truncate font-medium after:absolute after:inset-0"
      >
        {draft.title}
      </Link>
      <span className="whitespace-nowrap text-muted text-sm tabular-nums max-sm:hidden">
        {counted(trimmedLength(draft.content), 'character')}
      </span>
      <span className="whitespace-nowrap text-muted text-sm">
        <RelativeTime value={draft.updated_at} className="relative" />
      </span>
      <IconButton
        icon={Trash2}
        label={`Delete draft ${draft.title}`}
        size="sm"
        className="relative"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete the draft “${draft.title}”?`}
        description="What is written in it is lost."
        confirmLabel="Delete draft"
        mutation={remove}
        onConfirm={() => remove.mutate({ params: { agent: agentId, source: draft.id } })}
      />
    </li>
  )
}
