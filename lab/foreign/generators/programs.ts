// A customer's program that uses a generated client: it submits part.stl, reads the order, and prints its code and
// status. The service and the key are in $SVC_URL and $SVC_API_KEY. The programs of some generators are the samples of
// the guide to generated clients.
import { readGuides } from '../../../server/pages/docs/guides.ts'
import { partsOf } from '../../../server/pages/docs/parts.ts'

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

export const typescriptFetch =
  typescript(`import { Configuration, Material, OrdersApi } from './client'
const orders = new OrdersApi(new Configuration({ basePath: SVC_URL, apiKey: SVC_API_KEY }))
const sent = await orders.submitPrintOrder({
  ...${object}, material: Material.Petg, color: 'Black', file: ${file},
})
const read = await orders.readPrintOrder({ code: sent.code })`)

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

export const openapiGeneratorJava = `import java.io.File;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.model.Material;
import org.openapitools.client.model.Order;
import org.openapitools.client.model.SubmittedOrder;

class PlaceOrder {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.setBasePath(System.getenv("SVC_URL"));
        client.addDefaultHeader("x-api-key", System.getenv("SVC_API_KEY"));
        OrdersApi orders = new OrdersApi(client);
        SubmittedOrder sent = orders.submitPrintOrder()
            ${Object.entries(address)
              .map(([name, value]) => `.${name}(${JSON.stringify(value)})`)
              .join('')}
            .material(Material.PETG).color("Black")._file(new File("part.stl"))
            .execute();
        Order read = orders.readPrintOrder(sent.getCode()).execute();
        System.out.println(sent.getCode() + " " + read.getStatus());
    }
}
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

/** Returns the programs of the guide, which call the service at `baseUrl`. Throws if the guide lacks one. */
export function guidePrograms(baseUrl: string) {
  const guide = readGuides(baseUrl).find(({ name }) => name === 'generated-clients')
  const sections = guide?.markdown.split('\n## ') ?? []
  const blocksOf = (generator: string): readonly string[] => {
    const section = sections.find((text) => text.startsWith(`Place an order with ${generator}\n`))
    return partsOf(section ?? '').flatMap((part) =>
      part.kind === 'code' ? [`${part.code}\n`] : [],
    )
  }
  const [heyApi] = blocksOf('hey-api')
  const [orvalConfig, orval] = blocksOf('orval')
  const [openapiPythonClient] = blocksOf('openapi-python-client')
  if (!(heyApi && orvalConfig && orval && openapiPythonClient)) {
    throw new Error('The guide to generated clients lacks a program.')
  }
  return { heyApi, orvalConfig, orval, openapiPythonClient }
}
