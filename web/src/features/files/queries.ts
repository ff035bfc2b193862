import { useQueryClient } from '@tanstack/react-query'
import type { FileToSend } from './file-to-send.ts'
import { sendFile } from './send-file.ts'

/** Returns a function that uploads a file. Its row in the list of uploads shows its progress. */
export function useSendFile() {
  const client = useQueryClient()
  return (file: FileToSend, isFromCamera: boolean) => void sendFile(client, file, isFromCamera)
}
