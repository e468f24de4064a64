import { QuestionsEditor } from './questions-editor.tsx'
import { TextEditor } from './text-editor.tsx'
import type { EditorProps } from './use-revision.ts'

/** A form that changes what a source says, or its title alone where the text was read from a page or file. */
export function SourceEditor(props: EditorProps) {
  return props.opened.questions ? <QuestionsEditor {...props} /> : <TextEditor {...props} />
}
