import { FileDialog } from './file-dialog.tsx'
import { QaDialog } from './qa-dialog.tsx'
import type { SourceType } from './source-filters.ts'
import { TextDialog } from './text-dialog.tsx'
import { UrlDialog } from './url-dialog.tsx'

interface AddSourceDialogProps {
  agentId: string
  type: SourceType
  draftId: string | undefined
  onDraft: (id: string) => void
  onClose: () => void
}

/** The forms for each type of source, in one chunk with the schemas they check against. */
export function AddSourceDialog({ agentId, type, draftId, onDraft, onClose }: AddSourceDialogProps) {
  switch (type) {
    case 'text':
      return <TextDialog agentId={agentId} draftId={draftId} onDraft={onDraft} onClose={onClose} />
    case 'qa':
      return <QaDialog agentId={agentId} onClose={onClose} />
    case 'url':
      return <UrlDialog agentId={agentId} onClose={onClose} />
    case 'file':
      return <FileDialog agentId={agentId} onClose={onClose} />
  }
}
