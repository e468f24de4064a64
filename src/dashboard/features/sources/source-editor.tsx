import { QuestionsEditor } from './questions-editor.tsx'
import { TextEditor } from './text-editor.tsx'
import type { EditorProps } from './use-revision.ts'

/** Edits the text or questions and the title, or the title alone if the text was read from a page or file. */
export function SourceEditor(props: EditorProps) {
  return props.opened.questions ? <QuestionsEditor {...props} /> : <TextEditor {...props} />
}
