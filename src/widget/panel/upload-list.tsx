/** @jsxImportSource preact */
import { limits } from '#contract/limits.ts'
import { usePanel } from './context.ts'
import { FileIcon } from './save-button.tsx'
import { sizeOf } from './size.ts'
import type { Upload, useUploads } from './use-uploads.ts'

interface UploadListProps extends Pick<ReturnType<typeof useUploads>, 'uploads' | 'isTooMany' | 'again'> {
  remove: (upload: Upload) => void
}

/** The files that the next message will have, with how far each is. */
export function UploadList({ uploads, isTooMany, again, remove }: UploadListProps) {
  const { words } = usePanel()
  return (
    <div class="uploads">
      {isTooMany && <small role="alert">{words.tooManyFiles.replace('{count}', String(limits.filesPerMessage))}</small>}
      {uploads.map((upload) => {
        const { key, given, part, file, problem } = upload
        return (
          <div class="upload" key={key}>
            <FileIcon />
            <div>
              <bdi>{given.name}</bdi>
              {problem ? (
                <small role="alert">
                  {words[problem]}{' '}
                  {problem === 'notUploaded' && (
                    <button type="button" class="link" onClick={() => again(upload)}>
                      {words.retry}
                    </button>
                  )}
                </small>
              ) : file ? (
                <small>{sizeOf(file.size)}</small>
              ) : (
                <progress aria-label={given.name} value={part} />
              )}
            </div>
            <button
              type="button"
              class="icon"
              aria-label={words.remove.replace('{name}', () => given.name)}
              onClick={() => remove(upload)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="m6 6 12 12M18 6 6 18" />
              </svg>
            </button>
          </div>
        )
      })}
    </div>
  )
}
