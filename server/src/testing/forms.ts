import type { TestResponse, TestClient } from './test-client.ts'

/** Sends the fields as a browser does. */
export function postForm(
  client: TestClient,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const type = 'application/x-www-form-urlencoded'
  return client.post(path, new URLSearchParams(fields).toString(), {
    'content-type': type,
    accept: 'text/html',
    ...headers,
  })
}
