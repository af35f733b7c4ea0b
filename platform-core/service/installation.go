package service

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/space"
	"platform.internal/platform-core/wire"
)

// ActiveProfile is the profile of the installation and its encoding.
type ActiveProfile struct {
	Profile profile.Profile
	JSON    []byte
	// Settings are the settings that the provider offers in the profile's mode, in declared order.
	Settings []profile.Setting
}

// Install validates the draft and stores it as the only installation. It reports whether this call stored
// it. It fails with installation_locked if another profile is stored, and with installation_rejected if the
// draft is not valid.
func (s *Service) Install(ctx context.Context, draft profile.Draft) (in ActiveProfile, created bool, err error) {
	candidate, err := s.resolve(ctx, draft)
	if err != nil {
		return ActiveProfile{}, false, err
	}
	current, created, err := s.store.Install(ctx, candidate.pinned())
	if err != nil {
		return ActiveProfile{}, false, err
	}
	if !bytes.Equal(current.Profile, candidate.JSON) {
		return ActiveProfile{}, false, s.locked(ctx)
	}
	if _, err := s.adopt(candidate, current); err != nil {
		return ActiveProfile{}, false, err
	}
	return candidate.ActiveProfile, created, nil
}

// Installation returns the profile of the installation. It fails with installation_not_found if there is none.
func (s *Service) Installation(ctx context.Context) (ActiveProfile, error) {
	in, err := s.current(ctx, problem.InstallationNotFound)
	if err != nil {
		return ActiveProfile{}, err
	}
	return in.ActiveProfile, nil
}

// Validate returns the readiness of a draft. It stores nothing. It fails as [Service.Install] does.
func (s *Service) Validate(ctx context.Context, draft profile.Draft) (profile.Readiness, error) {
	candidate, err := s.resolve(ctx, draft)
	if err != nil {
		return profile.Readiness{}, err
	}
	checks, err := s.checks(ctx, candidate)
	if err != nil {
		return profile.Readiness{}, err
	}
	checks = slices.Concat(checks, s.dateChecks(candidate), s.exceptionChecks(candidate.Profile), candidate.warnings)
	stuck, err := s.stuckCheck(ctx, candidate)
	if err != nil {
		return profile.Readiness{}, err
	}
	return profile.NewReadiness(candidate.Profile, candidate.provider, adapterFacts(candidate.status),
		append(checks, stuck...)), nil
}

// warningDays is how many days before the last day of an adapter's rule its check warns.
const warningDays = 90

// dateChecks returns a check for each rule of the adapter with a last day.
func (s *Service) dateChecks(in *installed) (checks []profile.Check) {
	today := s.date(in.Profile)
	for _, r := range in.status.Description.Rules {
		if r.Until == "" {
			continue
		}
		check := profile.Check{
			ID: r.ID, Title: r.Title, Status: profile.Passed, Message: fmt.Sprintf("%s until %s.", r.Title, r.Until.Words()),
		}
		// Both dates are valid: the description and the profile were checked.
		if days, err := today.DaysUntil(r.Until); err == nil && days <= warningDays {
			check.Status, check.Remediation = profile.Warning, r.Remediation
			if days < 0 {
				check.Message = r.Message
			}
		}
		checks = append(checks, check)
	}
	return checks
}

// exceptionChecks returns the check of the profile's exceptions, or no check if it has no exceptions.
func (s *Service) exceptionChecks(p profile.Profile) []profile.Check {
	if len(p.Exceptions) == 0 {
		return nil
	}
	return []profile.Check{profile.ExceptionCheck(p.Exceptions, s.date(p))}
}

// providerChoices returns the providers, such as "provider_a (Terraform for AWS) or provider_b (Terraform for Azure)".
func (s *Service) providerChoices(ctx context.Context) string {
	var choices []string
	for _, p := range s.Providers(ctx) {
		if p.Provider != nil && p.Provider.Writes != "" {
			p.ID += " (" + p.Provider.Writes + ")"
		}
		choices = append(choices, p.ID)
	}
	return strings.Join(choices, " or ")
}

// resolve checks a draft with its provider and compiles its rules.
func (s *Service) resolve(ctx context.Context, draft profile.Draft) (*installed, error) {
	known := s.adapters.Providers()
	if !slices.Contains(known, draft.Provider) {
		return nil, draft.UnknownProvider(s.providerChoices(ctx),
			func(mode profile.Mode, rules []profile.Rule) []problem.Fault {
				// Other errors do not depend on the provider.
				_, faults, _ := compiled(ctx, mode, rules, draft, policy.KnownValues{Providers: known})
				return faults
			})
	}
	status, err := s.adapters.Status(ctx, draft.Provider)
	if err != nil {
		return nil, err
	}
	var set *policy.Set
	var broken error
	profile, err := draft.Resolve(status.Description.Provider,
		func(mode profile.Mode, rules []profile.Rule) []problem.Fault {
			regions := regionNames(status.Description.Provider)
			made, faults, err := compiled(ctx, mode, rules, draft, policy.KnownValues{Providers: known, Regions: regions})
			set, broken = made, err
			return faults
		})
	if err != nil {
		return nil, err
	}
	if broken != nil {
		return nil, broken
	}
	encoded, err := document.Encode(profile)
	if err != nil {
		return nil, err
	}
	candidate := &installed{
		ActiveProfile: ActiveProfile{Profile: profile, JSON: encoded, Settings: status.Description.SettingsOf(profile.Mode)},
		provider:      status.Description.Provider, status: status, policies: set,
		rules: space.NewRules(profile, set.Compiled(), status.Description, status.Digest),
	}
	found, err := space.Lint(ctx, set, profile, candidate.provider)
	if err != nil {
		return nil, err
	}
	if len(found.Faults) > 0 {
		return nil, draft.Reject(found.Faults)
	}
	candidate.warnings = found.Warnings
	if len(profile.Settings) == 0 { // defaults go together
		return candidate, nil
	}
	checks, err := s.checks(ctx, candidate)
	if err != nil {
		return nil, err
	}
	if faults := adapter.SettingFaults(checks); len(faults) > 0 {
		return nil, draft.Reject(faults)
	}
	return candidate, nil
}

func regionNames(p profile.Provider) []string {
	names := make([]string, len(p.Regions))
	for i, r := range p.Regions {
		names[i] = r.Name
	}
	return names
}

// compiled returns the rules in force with the exceptions of a draft.
func compiled(
	ctx context.Context, mode profile.Mode, rules []profile.Rule, draft profile.Draft, known policy.KnownValues,
) (*policy.Set, []problem.Fault, error) {
	set, faults, err := policy.Compile(ctx, mode, rules)
	if err != nil {
		return nil, nil, err
	}
	for i, r := range rules {
		if strings.HasPrefix(r.ID, draft.Provider+".") && !strings.HasPrefix(r.ID, "provider_") {
			faults = append(faults, problem.Fault{
				Field: fmt.Sprintf("policies[%d].id", i), Code: problem.FaultUnsupported,
				Message: fmt.Sprintf("must not start with %s.; those are the provider's own", draft.Provider),
			})
		}
	}
	faults = append(faults, set.ImpossibleComparisons(known)...)
	return set, append(faults, set.AddExceptions(draft.Provider, draft.Exceptions())...), nil
}

// checks returns the provider's own checks of an installation. It returns none if the adapter has none.
func (s *Service) checks(ctx context.Context, in *installed) ([]profile.Check, error) {
	if in.status.Description.Lacks(adapter.CapabilityReadiness) {
		return nil, nil
	}
	impl, err := s.adapter(ctx, in)
	if err != nil {
		return nil, err
	}
	return impl.CheckInstallation(ctx, in.Profile)
}

func adapterFacts(s adapter.Status) profile.AdapterFacts {
	var lacking []string
	for _, capability := range adapter.Capabilities() {
		if s.Description.Lacks(capability) {
			lacking = append(lacking, capability)
		}
	}
	return profile.AdapterFacts{
		Lacking: lacking,
		ID:      s.Description.ID, Version: s.Description.Version, ContractVersion: s.ContractVersion,
		Digest: s.Digest, Verified: s.Verified, Confinement: s.Confinement, Bounds: s.Bounds,
	}
}

// Policies returns the rules in force (of the platform, the organisation and the provider) and the
// exceptions from them.
func (s *Service) Policies(ctx context.Context) (wire.Policies, error) {
	in, err := s.current(ctx, problem.InstallationNotFound)
	if err != nil {
		return wire.Policies{}, err
	}
	list := wire.Policies{Items: in.rules.Sourced()}
	for _, e := range in.Profile.Exceptions {
		list.Exceptions = append(list.Exceptions, wire.ListedException{Exception: e, Ended: e.Until < s.date(in.Profile)})
	}
	return list, nil
}
