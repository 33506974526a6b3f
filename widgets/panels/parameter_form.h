#pragma once

#include "engine/scenario/parameters.h"

#include <QMap>
#include <QString>
#include <QWidget>

#include <vector>

class QVBoxLayout;
class QCheckBox;

namespace bubblescope {

class ParamSlider;

/// A row of a form, as a value: a parameter, and what its row shows now.
struct FormRow {
    Parameter parameter;
    std::optional<ParameterValue> value = {};  // nothing: the default, or an optional row that is unchecked
    std::string key = {};                      // if it is not the parameter's: "mesh.tp"
    QString word = {};                         // if it is not the parameter's
    std::optional<QString> caption = {};       // before a number, if that is not the word
    bool isBeside = false;                     // of a number: in the line of the row before it, which never leaves
    bool isShown = true;
    bool isOptional = false;  // a check box with the word in front
    bool canCheck = true;     // whether that box is enabled
    QString instead = {};     // shown instead of the control, because something else sets the value: "= 400/D"
    QString unit = {};        // after a number
    QString standIn = {};     // in the field of a list: "20–28"; a click there asks for its table
    QString table = {};       // the tip of a button that asks for the table; empty: no button
    QString none = {};        // in an empty field of a number without a default
    std::span<const std::string_view> choiceTips = {};  // of a choice in a list
    bool areSegments = false;                           // of a choice: side by side, however many
    QString tip = {};                                   // of the row, beside that of the parameter
    QString idle = {};                                  // why it has no effect; disables the control
    double snap = 0;                                    // see ParamSlider
    std::vector<double> stops = {};
    std::optional<std::pair<double, double>> range = {};

    std::string name() const { return key.empty() ? std::string(parameter.key) : key; }
};

/// The rows of parameters, made from their declarations: a slider, a field, two fields for the times of a stage, a
/// check box or a choice. Parameters of other types, which only files set, have no row. Shows what it is given and
/// emits edits; a number beyond the limits of its parameter is marked, with the reason, and is not emitted.
///
/// Invariants  a row that stays keeps its widgets, so that one in use by the mouse or keyboard stays in place; Tab
///             visits the rows in their order, after what comes before the form
class ParameterForm : public QWidget {
    Q_OBJECT
public:
    explicit ParameterForm(int spacing = 3, QWidget* parent = nullptr);
    ~ParameterForm() override;

    void setRows(const std::vector<FormRow>& rows);
    /// Marks rows and shows the reasons, by key; all other rows are valid. Values that would be valid are offered.
    void setErrors(const QMap<QString, QString>& reasonByKey, const QMap<QString, QList<double>>& offeredByKey = {});

    /// A widget in place of a slider's word, such as a field for its name. Set it once the slider has its buttons.
    void setHeading(const std::string& key, QWidget* heading);
    /// The row's slider; null if it has none.
    ParamSlider* slider(const std::string& key) const;
    /// The row's editor, or one of its two; null if there is no such row, or it is hidden.
    QWidget* control(const std::string& key, int which = 0) const;
    /// The check box of an optional row; null if there is none, or it is hidden.
    QCheckBox* check(const std::string& key) const;
    std::vector<ParamSlider*> sliders() const;
    /// What is wrong with a row; empty if it is valid.
    QString error(const std::string& key) const;
    bool isEmpty() const { return m_rows.empty(); }

signals:
    /// The user changed a value, or cleared it. Edits of one drag or burst of key presses share a gesture; 0 is a
    /// gesture by itself.
    void edited(const std::string& key, const std::optional<bubblescope::ParameterValue>& value, int gesture);
    /// The user checked or unchecked an optional row.
    void checked(const std::string& key, bool isOn);
    void tableAsked(const std::string& key);

private:
    struct Row;

    Row newRow(const FormRow& row);
    void makeSlider(Row& row, const FormRow& shown);
    void makeNumber(Row& row, const FormRow& shown);
    void makeTimes(Row& row, const FormRow& shown);
    void makeChoice(Row& row, const FormRow& shown);
    void makeFlag(Row& row, const FormRow& shown);
    void putInLine(Row& row, const FormRow& shown, QWidget* control, QWidget* second = nullptr);
    void orderTabs();
    const Row* find(const std::string& key) const;

    QVBoxLayout* m_column;
    std::vector<Row> m_rows;
    QString m_visible;  // which parts of which rows can have the focus
};

}  // namespace bubblescope
