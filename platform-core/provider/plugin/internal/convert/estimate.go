package convert

import (
	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/provider/plugin/internal/providerv1"
)

func estimateToMessage(e environment.Estimate) *providerv1.Estimate {
	return &providerv1.Estimate{
		Currency:          e.Currency,
		MonthlyTotalCents: moneyToMessage(e.MonthlyTotal),
		PriceTable:        e.PriceTable,
		Items:             each(e.Items, itemToMessage),
	}
}

// estimateFromMessage returns the estimate that m carries; no message carries
// an estimate of nothing.
func estimateFromMessage(m *providerv1.Estimate) environment.Estimate {
	if m == nil {
		m = &providerv1.Estimate{}
	}
	return environment.Estimate{
		Currency:     m.GetCurrency(),
		MonthlyTotal: moneyFromMessage(m.MonthlyTotalCents),
		PriceTable:   m.GetPriceTable(),
		Items:        each(m.GetItems(), itemFromMessage),
	}
}

func itemToMessage(i environment.EstimateItem) *providerv1.EstimateItem {
	return &providerv1.EstimateItem{
		Address:      i.Address,
		Item:         i.Item,
		Quantity:     i.Quantity,
		Unit:         i.Unit,
		UnitPrice:    string(i.UnitPrice),
		MonthlyCents: moneyToMessage(i.MonthlyCost),
	}
}

func itemFromMessage(m *providerv1.EstimateItem) environment.EstimateItem {
	return environment.EstimateItem{
		Address:     m.GetAddress(),
		Item:        m.GetItem(),
		Quantity:    m.GetQuantity(),
		Unit:        m.GetUnit(),
		UnitPrice:   environment.Decimal(m.GetUnitPrice()),
		MonthlyCost: moneyFromMessage(m.MonthlyCents),
	}
}

// moneyToMessage returns the cents, or nil for an unknown amount.
func moneyToMessage(m environment.Money) *int64 {
	if !m.Known {
		return nil
	}
	return &m.Cents
}

func moneyFromMessage(cents *int64) environment.Money {
	if cents == nil {
		return environment.Money{}
	}
	return environment.Cents(*cents)
}
