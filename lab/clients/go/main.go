// The Go SDK at one revision of the protocol: client story|refused 2025-06-18. Prints the output that its user sees.
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
	options := &mcp.ClientSessionOptions{ProtocolVersion: os.Args[2]}
	session, err := client.Connect(ctx, transport, options)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	listed, err := session.ListTools(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	buyer := &buyer{ctx: ctx, session: session, seen: map[string]sight{}}
	printed := map[string]any{"tools": len(listed.Tools), "seen": buyer.seen}
	if os.Args[1] == "story" {
		printed["said"] = buyer.story()
	} else {
		// A nil map is sent as "arguments": null.
		printed["said"], _ = buyer.call("list_materials", nil)
	}
	if err := json.NewEncoder(os.Stdout).Encode(printed); err != nil {
		log.Fatal(err)
	}
}
