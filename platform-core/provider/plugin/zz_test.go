package plugin
import ("testing";"fmt";"os";"strings";"sync";"platform.internal/platform-core/provider")
func TestZZ(t *testing.T){
 for _, f := range []string{"huge","identified"} {
 a := start(t, f, Options{MaxMemory: 4<<30})
 var wg sync.WaitGroup
 for range 64 { wg.Go(func(){ for range 200 { if f=="huge" { a.Generate(t.Context(), sampleOrder("small")) } else { a.Evaluate(t.Context(), sampleOrder("small")) } } }) }
 wg.Wait()
 r := a.(*remote); g,_ := r.supervisor.acquire(t.Context()); _ = g
 _ = provider.MaxFileSize
 ents,_ := os.ReadDir("/proc")
 for _, e := range ents { b,err := os.ReadFile("/proc/"+e.Name()+"/status"); if err==nil && strings.Contains(string(b), "Name:\tmemfd:adapter") { for _, l := range strings.Split(string(b),"\n") { if strings.HasPrefix(l,"VmData")||strings.HasPrefix(l,"VmHWM")||strings.HasPrefix(l,"PPid") { fmt.Println(f,l, os.Getpid()) } } } }
 r.supervisor.leave(g)
 }
}
