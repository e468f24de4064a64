import { Sheet } from '#dashboard/ui/sheet.tsx'
import { PREVIEW_NOTE, PreviewFrame, type PreviewProps } from './preview.tsx'

interface PreviewSheetProps extends PreviewProps {
  onClose: () => void
}

/** The preview over the settings, where there is no room beside them. */
export function PreviewSheet({ onClose, ...preview }: PreviewSheetProps) {
  return (
    <Sheet open onOpenChange={onClose} title="Preview" description={PREVIEW_NOTE}>
      <PreviewFrame {...preview} onClose={onClose} className="block size-full" />
    </Sheet>
  )
}
