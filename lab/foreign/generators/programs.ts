// What a customer writes on top of a generated client: submit part.stl, read the order, print its code and status. The service and the
// key are in $SVC_URL and $SVC_API_KEY.

const address = {
  recipientName: 'Your Name',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
}
const object = JSON.stringify(address)
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)
const keywords = Object.entries(address)
  .map(([name, value]) => `${snakeCase(name)}=${JSON.stringify(value)}`)
  .join(', ')

const file = `new File([readFileSync('part.stl')], 'part.stl')`
const typescript = (body: string) => `import { readFileSync } from 'node:fs'
const { SVC_URL = '', SVC_API_KEY = '' } = process.env
${body}
console.log(sent.code, read.status)
`

export const heyApi = typescript(`import { readPrintOrder, submitPrintOrder } from './client'
import { client } from './client/client.gen'
client.setConfig({ baseUrl: SVC_URL, auth: SVC_API_KEY })
const { data: sent } = await submitPrintOrder({
  body: { ...${object}, material: 'petg', color: 'Black', file: ${file} },
  throwOnError: true,
})
const { data: read } = await readPrintOrder({ path: { code: sent.code }, throwOnError: true })`)

export const orval = typescript(`import { readPrintOrder, submitPrintOrder } from './client/api'
const options = { headers: { 'x-api-key': SVC_API_KEY } }
const submitted = await submitPrintOrder(
  { ...${object}, material: 'petg', color: 'Black', file: ${file} },
  options,
)
if (submitted.status !== 201) throw new Error(JSON.stringify(submitted))
const sent = submitted.data
const response = await readPrintOrder(sent.code, options)
if (response.status !== 200) throw new Error(JSON.stringify(response))
const read = response.data`)

export const typescriptFetch =
  typescript(`import { Configuration, Material, OrdersApi } from './client'
const orders = new OrdersApi(new Configuration({ basePath: SVC_URL, apiKey: SVC_API_KEY }))
const sent = await orders.submitPrintOrder({
  ...${object}, material: Material.Petg, color: 'Black', file: ${file},
})
const read = await orders.readPrintOrder({ code: sent.code })`)

export const openapiPythonClient = `import os
from client import AuthenticatedClient
from client.api.orders import read_print_order, submit_print_order
from client.models import Material, SubmitPrintOrderRequest
from client.types import File

service = AuthenticatedClient(base_url=os.environ["SVC_URL"], token=os.environ["SVC_API_KEY"])
with open("part.stl", "rb") as part:
    body = SubmitPrintOrderRequest(
        ${keywords.replace('zip=', 'zip_=')}, material=Material.PETG, color="Black", file=File(part, "part.stl", "model/stl")
    )
    sent = submit_print_order.sync(client=service, body=body)
read = read_print_order.sync(sent.code, client=service)
print(sent.code, read.status.value)
`

export const openapiGeneratorPython = `import os
from openapi_client import ApiClient, Configuration, OrdersApi

configuration = Configuration(host=os.environ["SVC_URL"], access_token=os.environ["SVC_API_KEY"])
with open("part.stl", "rb") as part, ApiClient(configuration) as client:
    orders = OrdersApi(client)
    sent = orders.submit_print_order(
        ${keywords}, material="petg", color="Black", file=("part.stl", part.read())
    )
    read = orders.read_print_order(sent.code)
print(sent.code, getattr(read.status, "value", read.status))
`

export const oapiCodegen = `package main

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"

	"judge/client"
)

func main() {
	part, err := os.ReadFile("part.stl")
	check(err)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range map[string]string{${Object.entries({
    ...address,
    material: 'petg',
    color: 'Black',
  })
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')}} {
		check(form.WriteField(name, value))
	}
	file, err := form.CreateFormFile("file", "part.stl")
	check(err)
	_, err = file.Write(part)
	check(err)
	check(form.Close())
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Getenv("SVC_API_KEY"))
		return nil
	}
	service, err := client.NewClientWithResponses(os.Getenv("SVC_URL"), client.WithRequestEditorFn(key))
	check(err)
	sent, err := service.SubmitPrintOrderWithBodyWithResponse(
		context.Background(), &client.SubmitPrintOrderParams{}, form.FormDataContentType(), &body)
	check(err)
	if sent.JSON201 == nil {
		panic(string(sent.Body))
	}
	read, err := service.ReadPrintOrderWithResponse(
		context.Background(), sent.JSON201.Code, &client.ReadPrintOrderParams{})
	check(err)
	fmt.Println(sent.JSON201.Code, read.JSON200.Status)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`
