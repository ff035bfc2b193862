import type { TestResponse, TestClient } from './test-client.ts'

/** Submits the fields as a browser submits a form. */
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
