// The Go SDK at one revision of the protocol: client 2025-06-18. Prints what its user sees of an endpoint that refuses.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type keyed struct{}

func (keyed) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+os.Getenv("MCP_KEY"))
	return http.DefaultTransport.RoundTrip(request)
}

func main() {
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "go", Version: "1.0.0"}, nil)
	transport := &mcp.StreamableClientTransport{
		Endpoint:   os.Getenv("MCP_URL"),
		HTTPClient: &http.Client{Transport: keyed{}},
	}
	options := &mcp.ClientSessionOptions{ProtocolVersion: os.Args[1]}
	session, err := client.Connect(ctx, transport, options)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	listed, err := session.ListTools(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	// A nil map is sent as "arguments": null.
	var none map[string]any
	call := &mcp.CallToolParams{Name: "list_materials", Arguments: none}
	result, err := session.CallTool(ctx, call)
	if err != nil {
		log.Fatal(err)
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		log.Fatal("no text")
	}
	seen := map[string]any{"tools": len(listed.Tools), "said": text.Text}
	if err := json.NewEncoder(os.Stdout).Encode(seen); err != nil {
		log.Fatal(err)
	}
}
