import type { ReactNode } from 'react'
import type { SourceType } from '#contract/enums.ts'
import { FileDialog } from './file-dialog.tsx'
import { QaDialog } from './qa-dialog.tsx'
import { TextDialog } from './text-dialog.tsx'
import { UrlDialog } from './url-dialog.tsx'

interface AddSourceDialogProps {
  agentId: string
  type: SourceType
  draftId: string | undefined
  onDraft: (id: string) => void
  onClose: () => void
}

/** The form for each type of source. `Record` makes the compiler require one for every type. */
const forms: Record<SourceType, (props: AddSourceDialogProps) => ReactNode> = {
  text: ({ agentId, draftId, onDraft, onClose }) => (
    <TextDialog agentId={agentId} draftId={draftId} onDraft={onDraft} onClose={onClose} />
  ),
  qa: ({ agentId, onClose }) => <QaDialog agentId={agentId} onClose={onClose} />,
  url: ({ agentId, onClose }) => <UrlDialog agentId={agentId} onClose={onClose} />,
  file: ({ agentId, onClose }) => <FileDialog agentId={agentId} onClose={onClose} />,
}

/** Imports all forms itself, so the build puts them and their schemas into one file. */
export function AddSourceDialog(props: AddSourceDialogProps) {
  const Form = forms[props.type]
  return <Form {...props} />
}
