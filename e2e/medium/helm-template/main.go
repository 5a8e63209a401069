// Renders a chart as `helm template` does, with Helm's own loader and engine, and no connection to a cluster.
//
//	helm-template CHART NAMESPACE VALUES-AS-JSON
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
)

func main() {
	if err := render(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(path, namespace, given string) error {
	chart, err := loader.Load(path)
	if err != nil {
		return err
	}
	if err := chart.Validate(); err != nil {
		return err
	}
	values := map[string]any{}
	if err := json.Unmarshal([]byte(given), &values); err != nil {
		return err
	}
	release := chartutil.ReleaseOptions{Name: "weft-csi", Namespace: namespace, Revision: 1, IsInstall: true}
	all, err := chartutil.ToRenderValues(chart, values, release, chartutil.DefaultCapabilities)
	if err != nil {
		return err
	}
	files, err := engine.Render(chart, all)
	if err != nil {
		return err
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("---\n%s\n", files[name])
	}
	return nil
}
