#pragma once

#include "widgets/schemes/scheme_part.h"

namespace bubblescope {

class ParameterForm;

/// Options of a scheme besides its functions: time to fetch weights, cap on activations, times of the workload.
class SchemeOptions : public SchemePart {
    Q_OBJECT
public:
    explicit SchemeOptions(AskForScheme ask, QWidget* parent = nullptr);

    void forgetDrafts() override;
    bool showRefusal(const QString& key, const QString& sentence) override;
    /// "fetch 2, cap 4": the options that differ from the defaults.
    QString summary() const;

    /// The rows "fetch", "activation_cap" and "times".
    ParameterForm* rows() const { return m_rows; }

protected:
    void refresh() override;

private:
    void edit(const std::string& key, const QString& what, int gesture, const std::function<void(Scheme&)>& change);

    ParameterForm* m_rows;
};

}  // namespace bubblescope
